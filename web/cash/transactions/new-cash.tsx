import { useEffect, useState } from 'react'
import type { CashTransaction } from '../../../sdk/src/types.gen.ts'
import { ActionPanel } from '../../actions/action-panel.tsx'
import { useGo, useGuard, useQuery } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { useToday } from '../../api/session.ts'
import { HolderField } from '../../lists/holder-field.tsx'
import { Facts } from '../../ui/facts.tsx'
import { CheckField, DateField, MoneyField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { ApplyGrid } from './apply-grid.tsx'
import { type CashMethod, type CashType, cashMethods, cashTypes } from './cash-props.ts'
import { type Amounts, detailsOf } from './oldest-first.ts'

/** A new receipt or payment. `replaces` in the address issues a payment again that was voided or returned. */
export function NewCash() {
  const { replaces } = useQuery()
  return /^\d+$/.test(replaces ?? '') ? <Reissue id={Number(replaces)} /> : <Form />
}

function Reissue({ id }: { readonly id: number }) {
  const query = useAnswer('GET /cashtransactions/{cashTransactionId}', { path: { cashTransactionId: id } })
  return <Await query={query}>{(cash) => <Form key={cash.id} replaced={cash} />}</Await>
}

/** What the lost payment paid. Its rows are open again. */
const paidBy = (cash: CashTransaction | undefined): Amounts =>
  new Map(
    (cash?.ledgers ?? []).flatMap(({ isReversal, ledgerId, appliedAmount }) =>
      isReversal ? [] : [[ledgerId, appliedAmount] as const],
    ),
  )

function useDraft(replaced: CashTransaction | undefined) {
  const query = useQuery()
  const today = useToday()
  return useState({
    holderId: replaced ? String(replaced.accountHolder.id) : (query.accountHolderId ?? ''),
    type: (replaced?.type ?? cashTypes.find((one) => one === query.type) ?? 'Receipt') as CashType,
    method: (replaced?.method ?? 'Check') as CashMethod,
    date: today,
    amount: replaced?.amount,
    checkNumber: '',
    reference: '',
    memo: replaced?.memo ?? '',
    allowUnapplied: false,
    amounts: paidBy(replaced),
    isTouched: false,
  })
}

function Form({ replaced }: { readonly replaced?: CashTransaction }) {
  const t = useText()
  const format = useFormat()
  const go = useGo()
  const today = useToday()
  const [draft, setDraft] = useDraft(replaced)
  const [madeId, setMadeId] = useState<number>()
  useGuard(draft.isTouched && madeId === undefined)
  // After the guard has let go.
  useEffect(() => {
    if (madeId !== undefined) go(`/money/cash/${madeId}`)
  }, [madeId, go])
  const set = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes, isTouched: true })
  const { holderId, type, method, date, amount, checkNumber, reference, memo, allowUnapplied, amounts } =
    draft
  const isReady = holderId !== '' && date !== '' && amount !== undefined
  const body = {
    ...{ type, method, accountHolderId: Number(holderId), date, amount: amount ?? 0 },
    details: detailsOf(amounts),
    ...(checkNumber.trim() === '' ? {} : { checkNumber: checkNumber.trim() }),
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
    ...(memo.trim() === '' ? {} : { memo: memo.trim() }),
    ...(allowUnapplied ? { allowUnapplied } : {}),
    ...(replaced ? { replacesCashTransactionId: replaced.id } : {}),
  }
  return (
    <div className="page">
      <Link to="/money/cash">{t('cash.all')}</Link>
      <h1>{t(replaced ? 'newCash.reissue' : 'newCash.title')}</h1>
      {replaced && (
        <Notice title={t('newCash.replaces', { number: replaced.number })}>
          {t('newCash.replacesWhy', { amount: format.money(replaced.amount) })}
        </Notice>
      )}
      <Panel title={t('newCash.facts')}>
        <ActionPanel
          operation="POST /cashtransactions"
          options={isReady ? { body } : undefined}
          notReady={t('newCash.fillIn')}
          fields={
            <>
              <div className="form-grid">
                <SelectField
                  label={t('field.type')}
                  name="/type"
                  isRequired
                  isReadOnly={replaced !== undefined}
                  value={type}
                  options={cashTypes.map((value) => ({ value, title: t(`cashType.${value}`) }))}
                  onChange={(chosen) => set({ type: chosen as CashType, amounts: new Map() })}
                />
                {!replaced && (
                  <HolderField
                    label={t('holder')}
                    name="/accountHolderId"
                    isRequired
                    value={holderId}
                    onChange={(id) => set({ holderId: id, amounts: new Map() })}
                  />
                )}
                <SelectField
                  label={t('field.method')}
                  name="/method"
                  isRequired
                  value={method}
                  options={cashMethods.map((value) => ({ value, title: t(`method.${value}`) }))}
                  onChange={(chosen) => set({ method: chosen as CashMethod })}
                />
                <DateField
                  label={t('field.date')}
                  name="/date"
                  isRequired
                  value={date}
                  max={today}
                  onChange={(chosen) => set({ date: chosen })}
                />
                <MoneyField
                  label={t('column.amount')}
                  name="/amount"
                  isRequired
                  value={amount}
                  onChange={(typed) => set({ amount: typed })}
                />
                {method === 'Check' && (
                  <TextField
                    label={t('field.checkNumber')}
                    name="/checkNumber"
                    value={checkNumber}
                    maxLength={30}
                    onChange={(typed) => set({ checkNumber: typed })}
                  />
                )}
                <TextField
                  label={t('field.reference')}
                  name="/reference"
                  value={reference}
                  maxLength={100}
                  onChange={(typed) => set({ reference: typed })}
                />
                <TextField
                  label={t('field.memo')}
                  name="/memo"
                  value={memo}
                  maxLength={500}
                  onChange={(typed) => set({ memo: typed })}
                />
                <CheckField
                  label={t('newCash.allowUnapplied')}
                  name="/allowUnapplied"
                  value={allowUnapplied}
                  onChange={(isOn) => set({ allowUnapplied: isOn })}
                  hint={t('newCash.allowUnappliedHint')}
                />
              </div>
              {holderId !== '' && (
                <section className="stack" aria-label={t('apply.title')}>
                  <h3>{t('apply.title')}</h3>
                  <ApplyGrid
                    holderId={Number(holderId)}
                    type={type}
                    available={amount ?? 0}
                    amounts={amounts}
                    onChange={(next) => set({ amounts: next })}
                  />
                </section>
              )}
            </>
          }
          summary={(cash) => (
            <Facts
              layout="rows"
              items={[
                { label: t('column.amount'), value: format.money(cash.amount) },
                { label: t('column.applied'), value: format.money(cash.applied) },
                {
                  label: t('column.unapplied'),
                  value: format.money(cash.unapplied),
                  testid: 'cash-unapplied',
                },
              ]}
            />
          )}
          mainTitle={(cash) =>
            cash ? t(`newCash.main.${cash.type}`, { amount: format.money(cash.amount) }) : t('newCash.main')
          }
          doneText={(cash) => t('newCash.done', { number: cash.number })}
          onDone={({ data }) => setMadeId(data.id)}
        />
      </Panel>
    </div>
  )
}
