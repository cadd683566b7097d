import { useState } from 'react'
import type { Claim, PPMClaimEvent } from '../../../sdk/src/types.gen.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { isEnded } from '../decide/fits.ts'
import { Bars } from '../lines/bars.tsx'
import { Foot } from '../lines/foot.tsx'
import { useRights } from '../rights.ts'
import { useText, wordOf } from '../text.ts'
import { claimTone } from '../tones.ts'
import { ClaimServices } from './services-table.tsx'
import { RemoveVisitDialog, VisitDialog } from './visit-dialogs.tsx'

interface VisitsPanelProps {
  readonly claim: Claim
  readonly etag: string | undefined
  readonly ticked: ReadonlySet<number>
  readonly onTick: (ticked: ReadonlySet<number>) => void
}

/** The visits of a prepaid maintenance claim, and what the contract has left. */
export function VisitsPanel({ claim, etag, ticked, onTick }: VisitsPanelProps) {
  const t = useText()
  const rights = useRights()
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<PPMClaimEvent | undefined>(undefined)
  const mayChange = rights.write && !isEnded(claim)
  return (
    <Panel
      title={t('visits.title')}
      id="visits"
      actions={
        mayChange && (
          <Button icon="add" onClick={() => setAdding(true)}>
            {t('visits.add')}
          </Button>
        )
      }
    >
      <div className="stack">
        {claim.ppmEvents.length === 0 ? (
          <Empty title={t('visits.none')} why={t('visits.noneWhy')} icon="calendar" />
        ) : (
          <VisitsTable
            claim={claim}
            onRemove={mayChange ? setRemoving : undefined}
            {...(rights.adjudicate && claim.ppmEvents.length > 1 ? { ticked, onTick } : {})}
          />
        )}
        <div className="claims-sums">
          <Foot claim={claim} />
          <Bars claim={claim} contract={undefined} />
        </div>
        <ClaimServices claimId={claim.id} />
      </div>
      {isAdding && <VisitDialog claim={claim} etag={etag} onClose={() => setAdding(false)} />}
      {removing && (
        <RemoveVisitDialog
          claim={claim}
          etag={etag}
          visit={removing}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Panel>
  )
}

interface VisitsTableProps {
  readonly claim: Claim
  readonly ticked?: ReadonlySet<number> | undefined
  readonly onTick?: ((ticked: ReadonlySet<number>) => void) | undefined
  readonly onRemove: ((visit: PPMClaimEvent) => void) | undefined
}

function VisitsTable({ claim, ticked, onTick, onRemove }: VisitsTableProps) {
  const t = useText()
  const format = useFormat()
  const detailOf = ({ detailId }: PPMClaimEvent) => claim.details.find(({ id }) => id === detailId)
  const isOpen = (visit: PPMClaimEvent) => ['Pending', 'Hold'].includes(detailOf(visit)?.status ?? '')
  return (
    <Table
      label={t('visits.title')}
      rows={claim.ppmEvents}
      rowKey={(visit) => visit.detailId ?? visit.id}
      {...(onTick
        ? { ticked: ticked ?? new Set(), onTick: (keys) => onTick(new Set([...keys].map(Number))) }
        : {})}
      columns={[
        { key: 'service', title: t('visits.service'), cell: (row) => row.serviceCode },
        {
          key: 'status',
          title: t('field.status'),
          cell: (row) => {
            const status = detailOf(row)?.status
            return status ? (
              <Status value={status} tone={claimTone(status)} title={wordOf(t, 'detailStatus', status)} />
            ) : null
          },
        },
        { key: 'date', title: t('visits.date'), cell: (row) => format.date(row.serviceDate) },
        {
          key: 'odometer',
          title: t('visits.odometer'),
          isNumeric: true,
          cell: (row) => format.count(row.odometer),
        },
        { key: 'invoice', title: t('pay.invoiceNumber'), cell: (row) => row.invoiceNumber ?? '—' },
        { key: 'price', title: t('visits.price'), isNumeric: true, cell: (row) => format.money(row.price) },
        {
          key: 'remove',
          title: t('visits.remove'),
          isTitleHidden: true,
          cell: (row) =>
            onRemove && isOpen(row) ? (
              <Button
                size="small"
                kind="quiet"
                icon="trash"
                aria-label={t('visits.removeOf', { service: row.serviceCode })}
                onClick={() => onRemove(row)}
              />
            ) : null,
        },
      ]}
    />
  )
}
