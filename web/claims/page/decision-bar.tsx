import { lazy, Suspense } from 'react'
import type { Claim, Contract } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { Button } from '../../ui/button.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { Menu } from '../../ui/menu.tsx'
import { ApproveDialog, AuthorizeDialog } from '../decide/authorize-dialogs.tsx'
import { CloseDialog, DenyDialog, ReopenDialog, VoidDialog } from '../decide/end-dialogs.tsx'
import { type DetailAction, detailsFor, isEnded, isSettled } from '../decide/fits.ts'
import { HoldDialog, ReleaseDialog } from '../decide/hold-dialogs.tsx'
import { OrderDialog } from '../inspections/order-dialog.tsx'
import { PaymentDialog } from '../payments/payment-dialog.tsx'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'

// The letter is rarely written, and brings the frame for PDF.
const LetterDialog = lazy(async () => ({
  default: (await import('../decide/letter-dialog.tsx')).LetterDialog,
}))

interface DecisionBarProps {
  readonly claim: Claim
  readonly contract: Contract | undefined
  readonly etag: string | undefined
  /** The details that are chosen. None: all that an action fits. */
  readonly ticked: ReadonlySet<number>
  /** Lines were changed and not saved. */
  readonly isDirty: boolean
}

/** What can be decided now. The open dialog is part of the address. */
export function DecisionBar(props: DecisionBarProps) {
  const { claim, ticked, isDirty } = props
  const t = useText()
  const rights = useRights()
  const setQuery = useSetQuery()
  const open = (action: string) => setQuery({ action }, 'push')
  const ended = isEnded(claim) ? t('decide.ended') : undefined
  const unsaved = isDirty ? t('decide.saveFirst') : undefined
  const why = (action: DetailAction): string | undefined =>
    ended ?? unsaved ?? (detailsFor(action, claim, ticked).length === 0 ? t(`why.${action}`) : undefined)
  const toApprove = detailsFor('Approve', claim, ticked).length > 0
  const isHeld = claim.holds.some(({ to }) => to === null) || detailsFor('Release', claim, ticked).length > 0
  const isWhole = claim.details.length === 0
  const mayAuthorize = rights.adjudicate && !why('Authorize')
  useShortcut(['Ctrl+Enter', 'a'], () => open('Authorize'), {
    title: t('do.Authorize'),
    isOff: !mayAuthorize,
  })
  if (!rights.adjudicate && !rights.approve && !rights.pay && !rights.inspect) return null
  return (
    <div className="claims-decide" role="toolbar" aria-label={t('decide.title')}>
      {ticked.size > 0 && <span className="muted">{t('decide.chosen', { count: ticked.size })}</span>}
      {rights.approve && toApprove && (
        <Button kind="main" disabledReason={why('Approve')} onClick={() => open('Approve')}>
          {t('do.Approve')}
        </Button>
      )}
      {rights.adjudicate && (
        <>
          <Button
            kind={toApprove ? 'plain' : 'main'}
            disabledReason={why('Authorize')}
            onClick={() => open('Authorize')}
          >
            {t('do.Authorize')}
          </Button>
          <Button disabledReason={isWhole ? (ended ?? unsaved) : why('Deny')} onClick={() => open('Deny')}>
            {t('do.Deny')}
          </Button>
          <Button
            disabledReason={ended ?? unsaved ?? (ticked.size > 0 ? why('Hold') : undefined)}
            onClick={() => open('Hold')}
          >
            {t('do.Hold')}
          </Button>
        </>
      )}
      {rights.inspect && (
        <Button disabledReason={why('Inspect')} onClick={() => open('Inspect')}>
          {t('do.Inspect')}
        </Button>
      )}
      {rights.pay && (
        <Button disabledReason={why('Pay')} onClick={() => open('Pay')}>
          {t('do.Pay')}
        </Button>
      )}
      {rights.adjudicate && (
        <Menu
          label={t('decide.more')}
          items={[
            { title: t('do.Letter'), icon: 'print', onSelect: () => open('Letter') },
            {
              title: t('do.Release'),
              onSelect: () => open('Release'),
              disabledReason: ended ?? unsaved ?? (isHeld ? undefined : t('why.Release')),
            },
            { title: t('do.Reopen'), onSelect: () => open('Reopen'), disabledReason: why('Reopen') },
            {
              title: t('do.Close'),
              onSelect: () => open('Close'),
              disabledReason: ended ?? unsaved ?? (isSettled(claim) ? undefined : t('why.Close')),
            },
            {
              title: t('do.Void'),
              kind: 'danger',
              onSelect: () => open('Void'),
              disabledReason: ended ?? unsaved,
            },
          ]}
        />
      )}
      <OpenDialog {...props} />
    </div>
  )
}

/** The dialog that the address names, if the caller may use it. */
function OpenDialog({ claim, contract, etag, ticked }: DecisionBarProps) {
  const { action } = useQuery()
  const setQuery = useSetQuery()
  const rights = useRights()
  const onClose = () => setQuery({ action: undefined })
  const detailIds = (of: DetailAction) =>
    ticked.size === 0 ? undefined : detailsFor(of, claim, ticked).map(({ id }) => id)
  const shared = { claim, etag, onClose, productTypeCode: contract?.productTypeCode }
  if (action === 'Inspect' && rights.inspect)
    return <OrderDialog {...shared} detailIds={detailIds('Inspect')} />
  if (action === 'Pay' && rights.pay)
    return <PaymentDialog {...shared} contract={contract} detailIds={detailIds('Pay')} />
  if (action === 'Approve' && rights.approve)
    return <ApproveDialog {...shared} detailIds={detailIds('Approve')} />
  if (!rights.adjudicate) return null
  switch (action) {
    case 'Authorize':
      return <AuthorizeDialog {...shared} detailIds={detailIds('Authorize')} />
    case 'Deny':
      return <DenyDialog {...shared} detailIds={detailIds('Deny')} />
    case 'Hold':
      return <HoldDialog {...shared} detailIds={detailIds('Hold')} />
    case 'Release':
      return <ReleaseDialog {...shared} detailIds={detailIds('Release')} />
    case 'Reopen':
      return <ReopenDialog {...shared} detailIds={detailIds('Reopen')} />
    case 'Close':
      return <CloseDialog {...shared} detailIds={undefined} />
    case 'Void':
      return <VoidDialog {...shared} detailIds={undefined} />
    case 'Letter':
      return (
        <Suspense fallback={null}>
          <LetterDialog {...shared} />
        </Suspense>
      )
    default:
      return null
  }
}
