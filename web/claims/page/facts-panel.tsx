import type { Claim, Contract } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { useCan, useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useAdjusters } from '../adjusters.ts'
import { useDone } from '../done.ts'
import { useRights } from '../rights.ts'
import { useText, wordOf } from '../text.ts'
import { LossDialog } from './loss-dialog.tsx'
import { ReserveDialog } from './reserve-dialog.tsx'
import type { ClaimRow } from './row.ts'

interface FactsPanelProps {
  readonly claim: Claim
  readonly contract: Contract | undefined
  readonly etag: string | undefined
  readonly row: ClaimRow | undefined
}

/** The loss, the shop, the contract's terms and who handles the claim. */
export function FactsPanel({ claim, contract, etag, row }: FactsPanelProps) {
  const t = useText()
  const format = useFormat()
  const rights = useRights()
  const setQuery = useSetQuery()
  const { action } = useQuery()
  const isOpen = !['Voided', 'Closed'].includes(claim.status)
  const close = () => setQuery({ action: undefined })
  const { contract: on, deductible } = claim
  return (
    <Panel
      title={t('facts.title')}
      id="facts"
      actions={
        rights.write &&
        isOpen && (
          <Button icon="edit" onClick={() => setQuery({ action: 'Loss' }, 'push')}>
            {t('loss.edit')}
          </Button>
        )
      }
    >
      <Facts
        items={[
          { label: t('field.lossDate'), value: format.date(claim.lossDate) },
          claim.lossOdometer !== null && {
            label: t('field.lossOdometer'),
            value: format.count(claim.lossOdometer),
          },
          { label: t('field.reported'), value: format.date(claim.reportedDate) },
          {
            label: t('field.inForce'),
            value: t(claim.coverage.inForce ? 'inForce.yes' : 'inForce.no'),
            testid: 'in-force',
          },
          { label: t('field.facility'), value: <Facility claim={claim} /> },
          { label: t('field.advisor'), value: claim.advisorName },
          { label: t('field.repairOrder'), value: claim.repairOrderNumber },
          { label: t('field.contact'), value: claim.customerContact },
          { label: t('field.adjuster'), value: <Adjuster claim={claim} etag={etag} row={row} /> },
          { label: t('field.effective'), value: format.date(on.effectiveDate) },
          { label: t('field.expiration'), value: format.date(on.expirationDate) },
          on.expirationOdometer !== null && {
            label: t('field.expirationOdometer'),
            value: format.count(on.expirationOdometer),
          },
          {
            label: t('field.deductible'),
            value: t('deductible.of', {
              amount: format.money(deductible.amount),
              type: wordOf(t, 'deductible', deductible.type),
            }),
          },
          { label: t('field.dealer'), value: on.dealer.name ?? on.dealer.number },
          rights.adjudicate && {
            label: t('field.reserve'),
            value: (
              <span className="row">
                {format.money(claim.reserve)}
                {isOpen && (
                  <Button size="small" kind="quiet" onClick={() => setQuery({ action: 'Reserve' }, 'push')}>
                    {t('reserve.set')}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {action === 'Loss' && rights.write && (
        <LossDialog claim={claim} etag={etag} hasOdometer={contract?.vehicle !== null} onClose={close} />
      )}
      {action === 'Reserve' && rights.adjudicate && (
        <ReserveDialog claim={claim} etag={etag} onClose={close} />
      )}
    </Panel>
  )
}

function Facility({ claim: { repairFacility } }: { readonly claim: Claim }) {
  const can = useCan()
  if (!repairFacility) return '—'
  const name = repairFacility.name ?? repairFacility.number ?? String(repairFacility.id)
  if (!can('GET /repairfacilities/{repairFacilityId}')) return name
  return <Link to={`/partners/repairfacilities/${repairFacility.id}`}>{name}</Link>
}

/** Who handles the claim. An adjuster takes it over with one press. */
function Adjuster({ claim, etag, row }: Pick<FactsPanelProps, 'claim' | 'etag' | 'row'>) {
  const t = useText()
  const done = useDone()
  const rights = useRights()
  const { user } = useSession()
  const adjusters = useAdjusters()
  const { run, isRunning, error } = useExecute('PATCH /claims/{claimId}')
  const isMine = claim.adjusterId === user.id
  const name = adjusters.find(({ id }) => id === claim.adjusterId)?.name ?? row?.adjuster
  const take = async () => {
    const answer = await run({
      path: { claimId: claim.id },
      body: { adjusterId: user.id },
      ifMatch: etag,
    })
    if (answer) done(t('adjuster.taken'))
  }
  return (
    <span className="row">
      {isMine ? t('adjuster.you') : claim.adjusterId === null ? t('adjuster.none') : (name ?? '—')}
      {rights.adjudicate && rights.write && !isMine && !['Voided', 'Closed'].includes(claim.status) && (
        <Button size="small" kind="quiet" isBusy={isRunning} onClick={() => void take()}>
          {t('adjuster.take')}
        </Button>
      )}
      <FaultSummary error={error} />
    </span>
  )
}
