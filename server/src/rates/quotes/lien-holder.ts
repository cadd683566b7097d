import { type Db, run } from '../../db/database.ts'
import { refuse } from '../../http/validation.ts'
import type { QuoteQuery } from '../book/quote-query.ts'
import { unknownFault } from './products.ts'

/** A lien holder that is named is one that there is. */
export async function refuseUnknownLienHolder(
  db: Db,
  { lienHolderId, lienHolderNumber }: QuoteQuery,
): Promise<void> {
  if (lienHolderId === undefined && lienHolderNumber === undefined) return
  const rows = await run<{ by_id: boolean; by_number: boolean }>(
    db,
    `select exists (select from account_holder where type = 'LienHolder' and id = $1::bigint) as by_id,
       exists (select from account_holder where type = 'LienHolder' and lower(number) = lower($2::text)) as by_number`,
    [lienHolderId ?? null, lienHolderNumber ?? null],
  )
  const faults = [
    ...(lienHolderId !== undefined && !rows[0]?.by_id ? [unknownFault('lienHolderId', [lienHolderId])] : []),
    ...(lienHolderNumber !== undefined && !rows[0]?.by_number
      ? [unknownFault('lienHolderNumber', [lienHolderNumber])]
      : []),
  ]
  if (faults.length > 0) throw refuse(faults)
}
