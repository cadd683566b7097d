import type { Claim, Contract } from '../../../sdk/src/types.gen.ts'
import { useSetQuery } from '../../api/address.ts'
import { useToday } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { detailsFor } from '../decide/fits.ts'
import { useDeniedReasons, useHoldReasons } from '../reasons.ts'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'

interface AttentionProps {
  readonly claim: Claim
  readonly contract: Contract | undefined
}

/** What stands against the claim, what is odd about it, and what was decided, each with the next step. */
export function Attention({ claim }: AttentionProps) {
  const t = useText()
  return (
    <div className="stack claims-attention">
      <NotInForce claim={claim} />
      <Warnings claim={claim} />
      <Holds claim={claim} />
      <InspectionNeeded claim={claim} />
      <Authorization claim={claim} />
      {claim.deniedReason && <Denied code={claim.deniedReason} />}
      {claim.endReason && <Notice>{t('claim.ended', { reason: claim.endReason })}</Notice>}
      {claim.relatedDealer && (
        <Notice>
          {t(claim.relatedDealer.isSellingDealer ? 'claim.atSellingDealer' : 'claim.atGroupDealer')}
        </Notice>
      )}
    </div>
  )
}

/** The number for the shop, and until when payment can be requested, as long as something is left to request. */
function Authorization({ claim }: ClaimProps) {
  const t = useText()
  const today = useToday()
  const format = useFormat()
  const rights = useRights()
  const setQuery = useSetQuery()
  const { authorizationNumber, authorizedUntil } = claim
  if (!authorizationNumber) return null
  const isLeft = detailsFor('Pay', claim, new Set()).length > 0
  const isOver = isLeft && authorizedUntil !== null && authorizedUntil < today
  const date = format.date(authorizedUntil)
  return (
    <Notice
      tone={isOver ? 'wait' : 'good'}
      title={t('claim.authorization', { number: authorizationNumber })}
      actions={
        isOver &&
        rights.adjudicate && (
          <Button onClick={() => setQuery({ action: 'Reopen' }, 'push')}>{t('do.Reopen')}</Button>
        )
      }
    >
      {isLeft && t(isOver ? 'claim.authorizationOver' : 'claim.authorizedUntil', { date })}
    </Notice>
  )
}

function Denied({ code }: { readonly code: string }) {
  const t = useText()
  const { nameOf } = useDeniedReasons()
  return <Notice tone="bad">{t('claim.denied', { reason: nameOf(code) })}</Notice>
}

interface ClaimProps {
  readonly claim: Claim
}

const undecided = ({ details, status }: Claim) =>
  !['Voided', 'Closed'].includes(status) &&
  (details.length === 0 || details.some((detail) => ['Pending', 'Hold'].includes(detail.status)))

function NotInForce({ claim }: ClaimProps) {
  const t = useText()
  const setQuery = useSetQuery()
  const rights = useRights()
  if (claim.coverage.inForce) return null
  const isOpen = undecided(claim)
  return (
    <Notice
      tone="bad"
      title={t('inForce.no')}
      actions={
        isOpen && (
          <>
            {rights.write && (
              <Button onClick={() => setQuery({ action: 'Loss' }, 'push')}>{t('loss.correct')}</Button>
            )}
            {rights.adjudicate && (
              <Button onClick={() => setQuery({ action: 'Deny' }, 'push')}>{t('do.Deny')}</Button>
            )}
          </>
        )
      }
    >
      <ul>
        {claim.coverage.reasons.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** A claim that looks like this one is named by its number, which leads there. */
function Warnings({ claim }: ClaimProps) {
  const t = useText()
  if (claim.warnings.length === 0) return null
  return (
    <Notice tone="wait" title={t('claim.warnings')}>
      <ul>
        {claim.warnings.map(({ code, message }) => (
          <li key={code}>
            {message.split(/(CLM-\d+)/).map((part) =>
              /^CLM-\d+$/.test(part) ? (
                <Link key={part} to={`/claims/${part}`}>
                  {part}
                </Link>
              ) : (
                part
              ),
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Holds({ claim }: ClaimProps) {
  const t = useText()
  const format = useFormat()
  const setQuery = useSetQuery()
  const rights = useRights()
  const { nameOf } = useHoldReasons()
  const open = claim.holds.filter(({ to }) => to === null)
  if (open.length === 0) return null
  return (
    <Notice
      tone="wait"
      title={t('hold.open')}
      actions={
        rights.adjudicate && (
          <Button onClick={() => setQuery({ action: 'Release' }, 'push')}>{t('do.Release')}</Button>
        )
      }
    >
      <ul>
        {open.map(({ reasonCode, from }) => (
          <li key={reasonCode}>{t('hold.since', { reason: nameOf(reasonCode), date: format.date(from) })}</li>
        ))}
      </ul>
    </Notice>
  )
}

function InspectionNeeded({ claim }: ClaimProps) {
  const t = useText()
  const setQuery = useSetQuery()
  const rights = useRights()
  const isDone = claim.inspections.some(({ status }) => status === 'Completed' || status === 'Reviewed')
  if (!claim.inspectionRequired || isDone || !undecided(claim)) return null
  if (claim.inspectionWaiver)
    return <Notice>{t('inspection.waived', { reason: claim.inspectionWaiver })}</Notice>
  return (
    <Notice
      tone="wait"
      title={t('inspection.required')}
      actions={
        rights.inspect && (
          <Button onClick={() => setQuery({ action: 'Inspect' }, 'push')}>{t('do.Inspect')}</Button>
        )
      }
    >
      {t('inspection.requiredWhy')}
    </Notice>
  )
}
