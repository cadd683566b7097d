import { useEffect, useState } from 'react'
import type { Claim } from '../../../sdk/src/types.gen.ts'
import { useContract } from '../contract.ts'
import { GapPanel } from '../gap/gap-panel.tsx'
import { InspectionsPanel } from '../inspections/inspections-panel.tsx'
import { LinesPanel } from '../lines/lines-panel.tsx'
import { useLines } from '../lines/use-lines.ts'
import { DocumentsPanel } from '../papers/documents-panel.tsx'
import { NotesPanel } from '../papers/notes-panel.tsx'
import { PaymentsPanel } from '../payments/payments-panel.tsx'
import { useRights } from '../rights.ts'
import { VisitsPanel } from '../services/visits-panel.tsx'
import { Attention } from './attention.tsx'
import { ClaimHeader } from './claim-header.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { FactsPanel } from './facts-panel.tsx'
import type { ClaimRow } from './row.ts'

interface ClaimPageProps {
  readonly claim: Claim
  readonly etag: string | undefined
  /** The row of the list, with the names of customer and adjuster. */
  readonly row: ClaimRow | undefined
}

/** One page for a claim: what is asked, what is decided, what is paid, and its papers. */
export function ClaimPage({ claim, etag, row }: ClaimPageProps) {
  const rights = useRights()
  const contract = useContract(claim).data?.data
  const editor = useLines(claim, etag)
  const [isGapDirty, setGapDirty] = useState(false)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  // What was chosen is decided then, and the next choice is another one.
  const decided = claim.details.map(({ status }) => status).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something was decided
  useEffect(() => setTicked(new Set()), [decided])
  const shared = { claim, contract }
  return (
    <div className="page claims-page">
      <ClaimHeader {...shared} row={row} />
      <DecisionBar {...shared} etag={etag} ticked={ticked} isDirty={editor.isDirty || isGapDirty} />
      <Attention {...shared} />
      {claim.claimType === 'GAP' ? (
        <GapPanel {...shared} etag={etag} onDirty={setGapDirty} />
      ) : claim.claimType === 'PPM' ? (
        <VisitsPanel claim={claim} etag={etag} ticked={ticked} onTick={setTicked} />
      ) : (
        <LinesPanel {...shared} editor={editor} ticked={ticked} onTick={setTicked} />
      )}
      <div className="columns-2">
        <div className="stack">
          <FactsPanel {...shared} etag={etag} row={row} />
          <NotesPanel claim={claim} />
        </div>
        <div className="stack">
          <PaymentsPanel claim={claim} etag={etag} />
          {(rights.inspect || claim.inspections.length > 0) && <InspectionsPanel claim={claim} />}
          <DocumentsPanel claim={claim} />
        </div>
      </div>
    </div>
  )
}
