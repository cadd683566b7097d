import { useState } from 'react'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useCan, useIsPartner, useToday } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { DateField, TextField } from '../../ui/fields/field.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { Link } from '../../ui/link.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { type CashProps, isLive } from './cash-props.ts'
import { CheckDialog } from './check-dialog.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'

type Opened = 'clear' | 'edit' | 'void' | 'return' | 'check'

/** What the state of the cash allows. */
export function CashActions({ cash, etag }: CashProps) {
  const t = useText()
  const can = useCan()
  const isPartner = useIsPartner()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const open = (what: Opened) => () => setOpened(what)
  const mayChange = can('PATCH /cashtransactions/{cashTransactionId}')
  const isCheck = cash.type === 'Payment' && cash.method === 'Check'
  const mayPrint = isCheck && can('GET /cashtransactions/{cashTransactionId}/check') && !isPartner
  const mayReissue = cash.type === 'Payment' && !isLive(cash) && can('POST /cashtransactions')
  useShortcut('e', open('edit'), { title: t('edit.open'), isOff: !mayChange })
  const over = isLive(cash) ? undefined : t('cash.isOver')
  return (
    <div className="page-actions no-print">
      {mayPrint && (
        <Button icon="print" onClick={open('check')}>
          {t('check.print')}
        </Button>
      )}
      {mayReissue && (
        <Link to={`/money/cash/new?replaces=${cash.id}`} className="button button-main">
          {t('cash.reissue')}
        </Link>
      )}
      {mayChange && (
        <>
          <Button
            disabledReason={over ?? (cash.status === 'Cleared' ? t('cash.isCleared') : undefined)}
            onClick={open('clear')}
          >
            {t('clear.open')}
          </Button>
          <Button kind="danger" disabledReason={over} onClick={open('return')}>
            {t('return.open')}
          </Button>
          <Menu
            label={t('more')}
            items={[
              { title: t('edit.open'), icon: 'edit', onSelect: open('edit') },
              {
                title: t('void.open'),
                icon: 'cancel',
                kind: 'danger',
                disabledReason: over,
                onSelect: open('void'),
              },
            ]}
          />
        </>
      )}
      {opened === 'clear' && <ClearDialog cash={cash} etag={etag} onClose={close} />}
      {opened === 'edit' && <EditDialog cash={cash} etag={etag} onClose={close} />}
      {opened === 'void' && <ReverseDialog cash={cash} etag={etag} onClose={close} status="Voided" />}
      {opened === 'return' && <ReverseDialog cash={cash} etag={etag} onClose={close} status="Returned" />}
      {opened === 'check' && <CheckDialog cash={cash} onClose={close} />}
    </div>
  )
}

interface DialogProps extends CashProps {
  readonly onClose: () => void
}

/** The bank has seen the money. */
function ClearDialog({ cash, etag, onClose }: DialogProps) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const [clearedDate, setDate] = useState(today)
  const path = { cashTransactionId: cash.id }
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="small"
      title={t('clear.title', { number: cash.number })}
      operation="PATCH /cashtransactions/{cashTransactionId}"
      options={clearedDate === '' ? undefined : { path, body: { clearedDate }, ifMatch: etag }}
      fields={
        <DateField
          label={t('clear.date')}
          name="/clearedDate"
          isRequired
          value={clearedDate}
          min={cash.date}
          max={today}
          onChange={setDate}
        />
      }
      mainTitle={() => t('clear.main', { amount: format.money(cash.amount) })}
      doneText={t('clear.done', { number: cash.number })}
      hidesEffects
    />
  )
}

/** The words on the cash. Its check number can be corrected until the bank has seen it. */
function EditDialog({ cash, etag, onClose }: DialogProps) {
  const t = useText()
  const [reference, setReference] = useState(cash.reference ?? '')
  const [memo, setMemo] = useState(cash.memo ?? '')
  const [checkNumber, setCheck] = useState(cash.checkNumber ?? '')
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  const body = {
    ...(orNull(reference) === cash.reference ? {} : { reference: orNull(reference) }),
    ...(orNull(memo) === cash.memo ? {} : { memo: orNull(memo) }),
    ...(orNull(checkNumber) === cash.checkNumber ? {} : { checkNumber: orNull(checkNumber) }),
  }
  const path = { cashTransactionId: cash.id }
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('edit.title', { number: cash.number })}
      operation="PATCH /cashtransactions/{cashTransactionId}"
      options={Object.keys(body).length === 0 ? undefined : { path, body, ifMatch: etag }}
      fields={
        <div className="form-grid">
          <TextField
            label={t('field.reference')}
            name="/reference"
            value={reference}
            maxLength={100}
            onChange={setReference}
          />
          {cash.status === 'Posted' && (
            <TextField
              label={t('field.checkNumber')}
              name="/checkNumber"
              value={checkNumber}
              maxLength={30}
              onChange={setCheck}
            />
          )}
          <TextField label={t('field.memo')} name="/memo" value={memo} maxLength={500} onChange={setMemo} />
        </div>
      }
      mainTitle={() => t('edit.main')}
      doneText={t('edit.done', { number: cash.number })}
      hidesEffects
    />
  )
}
