import { type Db, run } from '../../../../src/db/database.ts'
import { TRIGRAMS, trigramsOfCustomers } from './trigrams.ts'

// The data behind the lists, as plain rows in memory, read without any list, filter or scope of the service.

/** A row of a table, by its columns. */
export type Raw = Readonly<Record<string, unknown>>

export interface World {
  all(table: string): readonly Raw[]
  /** The row with this id. */
  one(table: string, id: unknown): Raw
  find(table: string, id: unknown): Raw | undefined
  /** The encrypted values, decrypted. */
  open(sealed: unknown): string
}

const tables = [
  'account_holder',
  'ach_file',
  'agent',
  'api_key',
  'app_user',
  'app_user_group',
  'audit_record',
  'automatic_process_run',
  'automatic_process_run_item',
  'bank_file',
  'cancel',
  'cancel_payment',
  'cancel_request',
  'cancel_rule',
  'cash_transaction',
  'claim',
  'claim_detail',
  'claim_hold',
  'claim_inspection',
  'claim_note',
  'claim_payee',
  'claim_payment_request',
  'complaint_cause_correction',
  'contract',
  'contract_event',
  'contract_hold',
  'contract_odometer',
  'contract_resolve',
  'contract_transfer',
  'custom_field',
  'custom_field_value',
  'customer',
  'dealer',
  'dealer_agent',
  'dealer_group',
  'dealer_rate_visibility',
  'disbursement_account',
  'document',
  'file',
  'in_process_cash_transaction',
  'inspection_company',
  'insurer',
  'journal',
  'ledger',
  'ledger_detail',
  'ledger_edit',
  'lien_holder',
  'membership_group',
  'membership_group_role',
  'membership_role',
  'oauth_client',
  'payment_method',
  'portal_visibility_group',
  'portal_visibility_group_dealer',
  'rate_item',
  'rate_override',
  'reinstatement',
  'reference_value',
  'repair_facility',
  'repair_facility_dealer',
  'repair_facility_dealer_group',
  'webhook',
  'webhook_delivery',
]

export async function loadWorld(db: Db, open: (sealed: string) => string): Promise<World> {
  const loaded = new Map<string, readonly Raw[]>()
  for (const table of tables) loaded.set(table, await run<Raw>(db, `select * from ${table}`, []))
  loaded.set(TRIGRAMS, await run<Raw>(db, trigramsOfCustomers, []))
  const byId = new Map(
    [...loaded].map(([table, rows]) => [table, new Map(rows.map((row) => [row.id, row]))] as const),
  )
  const all = (table: string) => {
    const rows = loaded.get(table)
    if (!rows) throw new Error(`The naive world has not loaded ${table}.`)
    return rows
  }
  const find = (table: string, id: unknown) => byId.get(table)?.get(id)
  return {
    all,
    find,
    one(table, id) {
      const row = find(table, id)
      if (!row) throw new Error(`There is no ${table} ${String(id)}.`)
      return row
    },
    open: (sealed) => open(String(sealed)),
  }
}
