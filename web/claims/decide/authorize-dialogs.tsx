import { useState } from 'react'
import type { ChangedClaim, Claim } from '../../../sdk/src/types.gen.ts'
import { Facts } from '../../ui/facts.tsx'
import { TextAreaField } from '../../ui/fields/field.tsx'
import { Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { sumCents } from '../../ui/words/money.ts'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'
import { type ActionProps, named, sent } from './action-props.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { movedTo } from './fits.ts'

const isInspected = ({ inspections }: Claim) =>
  inspections.some(({ status }) => status === 'Completed' || status === 'Reviewed')

/** Promises to pay. Above the caller's authority it goes to another person. */
export function AuthorizeDialog({ claim, etag, detailIds, onClose }: ActionProps) {
  const t = useText()
  const format = useFormat()
  const rights = useRights()
  const [note, setNote] = useState('')
  const [waiver, setWaiver] = useState('')
  const mayWaive = rights.waive && claim.inspectionRequired && !isInspected(claim)
  return (
    <DecisionDialog
      {...{ claim, etag, onClose }}
      title={t('authorize.title')}
      description={detailIds ? t('dialog.details', { count: detailIds.length }) : t('dialog.allDetails')}
      body={{
        action: 'Authorize',
        ...named(detailIds),
        ...sent('note', note),
        ...(mayWaive ? sent('inspectionWaiver', waiver) : {}),
      }}
      doneText={(decided) => t(isSent(claim, decided) ? 'authorize.sent' : 'authorize.done')}
      main={(tried) =>
        tried === undefined
          ? t('do.Authorize')
          : t(isSent(claim, tried) ? 'authorize.send' : 'authorize.main', {
              amount: format.money(promised(claim, tried)),
            })
      }
      summary={(tried) => <Outcome claim={tried} isSent={isSent(claim, tried)} />}
      fields={
        <>
          {mayWaive && (
            <TextAreaField
              label={t('authorize.waiver')}
              name="/inspectionWaiver"
              rows={2}
              hint={t('authorize.waiverHint')}
              value={waiver}
              onChange={setWaiver}
            />
          )}
          <TextAreaField label={t('field.note')} name="/note" rows={2} value={note} onChange={setNote} />
        </>
      }
    />
  )
}

type Decided = Pick<Claim, 'details'>

/** Whether it goes to another person, because it is above the caller's authority. */
const isSent = (before: Decided, after: Decided): boolean =>
  movedTo('PendingApproval', before, after).length > 0

/** What the decided details pay. A supplement is promised without what was promised before. */
const promised = (before: Decided, after: Decided): number =>
  sumCents(
    [...movedTo('Authorized', before, after), ...movedTo('PendingApproval', before, after)].map(
      ({ authorizedAmount, payable }) => authorizedAmount ?? payable,
    ),
  )

interface OutcomeProps {
  readonly claim: ChangedClaim
  readonly isSent?: boolean
}

/** What the claim would be. */
function Outcome({ claim, isSent = false }: OutcomeProps) {
  const t = useText()
  const format = useFormat()
  return (
    <>
      {isSent && <Notice tone="wait">{t('authorize.above')}</Notice>}
      <Facts
        layout="rows"
        items={[
          { label: t('figure.payable'), value: format.money(claim.costs.payable) },
          { label: t('figure.customerPay'), value: format.money(claim.costs.customerPay) },
          claim.authorizationNumber !== null && {
            label: t('field.authorization'),
            value: claim.authorizationNumber,
          },
          claim.authorizedUntil !== null && {
            label: t('field.authorizedUntil'),
            value: format.date(claim.authorizedUntil),
          },
        ]}
      />
    </>
  )
}

/** Another person agrees to what was above the authority of the first. */
export function ApproveDialog({ claim, etag, detailIds, onClose }: ActionProps) {
  const t = useText()
  const format = useFormat()
  const [reason, setReason] = useState('')
  return (
    <DecisionDialog
      {...{ claim, etag, onClose }}
      title={t('approve.title')}
      description={t('approve.why')}
      body={{ action: 'Approve', ...named(detailIds), ...sent('reason', reason) }}
      doneText={t('approve.done')}
      main={(tried) =>
        tried ? t('approve.main', { amount: format.money(promised(claim, tried)) }) : t('do.Approve')
      }
      summary={(tried) => <Outcome claim={tried} />}
      fields={
        <TextAreaField
          label={t('field.reason')}
          name="/reason"
          rows={2}
          value={reason}
          onChange={setReason}
        />
      }
    />
  )
}
