import type { Claim } from '../../../sdk/src/types.gen.ts'
import type { Answer } from '../../api/client.ts'
import { useAnswer } from '../../api/queries.ts'
import { Link } from '../../ui/link.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { useText } from '../text.ts'
import { ClaimPage } from './claim-page.tsx'
import type { ClaimRow } from './row.ts'

/** A claim by its number, such as CLM-000311, or by its id where only that is known. */
export function ClaimScreen({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const number = params.number ?? ''
  const isId = /^\d{1,12}$/.test(number)
  const found = useAnswer('GET /claims', { query: { number, pageSize: 1 } }, { enabled: !isId })
  if (isId) return <ClaimById claimId={Number(number)} />
  return (
    <Await query={found}>
      {({ items: [row] }) =>
        row ? (
          <ClaimById claimId={row.id} row={row} />
        ) : (
          <Empty
            title={t('claim.missing', { number })}
            why={t('claim.missingWhy')}
            action={<Link to="/claims">{t('list.title')}</Link>}
          />
        )
      }
    </Await>
  )
}

function ClaimById({ claimId, row }: { readonly claimId: number; readonly row?: ClaimRow | undefined }) {
  const query = useAnswer('GET /claims/{claimId}', { path: { claimId } })
  return (
    <Await query={query}>
      {(claim: Claim, { etag }: Answer<Claim>) => (
        <ClaimPage key={claim.id} claim={claim} etag={etag} row={row} />
      )}
    </Await>
  )
}
