import { hasCustomFields } from '../../../../src/account-holders/custom-fields-field.ts'
import type { AccountHolderType } from '../../../../src/account-holders/holder-types.ts'
import { kinds } from '../../../../src/account-holders/kinds.ts'
import type { Seals } from '../../../../src/account-holders/seals.ts'
import { type Db, run } from '../../../../src/db/database.ts'
import { methodCodes } from '../../../../src/domain/refund/methods.ts'
import { lists as reasonLists } from '../../../../src/reference/lists.ts'
import { type CancelData, openCancelData } from './cancel-lists.ts'
import { type CashData, openCashData } from './cash-lists.ts'
import { type ClaimData, openClaimData } from './claim-lists.ts'
import { type ContractData, openContractData } from './contract-data.ts'
import { type DocumentData, openDocumentData } from './document-lists.ts'
import { openDraws } from './draws.ts'
import { fillHistory } from './history-lists.ts'
import { type HoldData, openHoldData } from './hold-lists.ts'
import { type HolderData, openHolderData } from './holders.ts'
import { type InspectionData, openInspectionData } from './inspection-lists.ts'
import { type LedgerData, openLedgerData } from './ledger-data.ts'
import { openPaymentData, type PaymentData } from './payment-lists.ts'
import { openRecordData, type RecordData, type Scoped } from './records.ts'
import { fillRequests } from './request-lists.ts'
import { fillRuns } from './run-lists.ts'
import { openWebhookData, type WebhookData } from './webhook-lists.ts'

// Random rows for every list of the service, with random references to each other.

export interface Filling {
  readonly seed: number
  /** The minimum number of rows in each list. */
  readonly rows: number
  /** Creates callers limited to these account holders, and gives their ids. */
  callersFor(scopes: readonly Scoped[]): Promise<readonly number[]>
}

/** The tools that make rows, and the rows that new ones can refer to. */
export interface Filled {
  readonly holders: HolderData
  readonly contracts: ContractData
  readonly documents: DocumentData
  readonly held: HoldData
  readonly cancels: CancelData
  readonly claims: ClaimData
  readonly inspections: InspectionData
  readonly data: RecordData
  readonly ledger: LedgerData
  readonly payments: PaymentData
  readonly cash: CashData
  readonly webhooks: WebhookData
  /** The account holders with ledger rows. */
  readonly accounts: readonly number[]
  readonly parts: Readonly<Record<'complaints' | 'causes' | 'corrections', readonly number[]>>
  readonly scopes: readonly Scoped[]
  readonly makers: readonly number[]
}

/** Parents come first. */
const holderTypes: readonly AccountHolderType[] = [
  ...new Set<AccountHolderType>(['DealerGroup', 'Agent', ...kinds.map(({ type }) => type), 'Customer']),
]

/** The types are a fixed list that the other values refer to. */
export const openReasons = reasonLists.filter(({ list }) => list !== 'CCCType')

export async function fillLists(db: Db, seals: Seals, { seed, rows, callersFor }: Filling): Promise<Filled> {
  const draws = openDraws(db, seed)
  const holders = openHolderData(draws, seals)
  const contracts = openContractData(draws, holders.all)
  const held = openHoldData(draws)
  const documents = openDocumentData(draws)
  const data = openRecordData(draws)
  const ledger = openLedgerData(draws)
  const payments = openPaymentData(draws)
  const portalGroups = await fillHolders(holders, data, rows)
  await contracts.sell(2 * rows)
  const parts = await fillReferences(data, rows)
  await held.holds(2 * rows)
  await fillRequests(draws, rows)
  const cancels = openCancelData(draws)
  await cancels.fill(rows)
  await documents.fill(2 * rows)
  const claims = openClaimData(draws)
  await documents.ofClaims(await claims.fill(2 * rows), 2 * rows)
  const inspections = openInspectionData(draws)
  await inspections.fill(rows)
  for (const { type } of kinds.filter(hasCustomFields)) {
    const fields = await data.customFields(type, rows)
    await data.customValues(type, holders.all(type).slice(-12), fields)
  }
  await data.customFields('Contract', rows, 1)
  await data.overrides([...holders.all('Agent').slice(0, 2), ...holders.all('Dealer').slice(0, 1)], rows)
  const scopes = await scopesIn(db, holders.all, portalGroups)
  await fillUsers(data, scopes, rows)
  const makers = await callersFor(scopes)
  await data.apiKeys(scopes, makers, rows)
  const accounts = scopes.flatMap(({ type, id }) => (type === 'PortalVisibilityGroup' ? [] : [id]))
  await ledger.postings(await ledger.ledgers(accounts, 2 * rows), rows)
  await payments.methods(accounts, 2 * rows)
  const cash = openCashData(draws)
  await cash.batches(accounts, rows)
  await cash.bankFiles(rows)
  const paid = await cash.transactions(accounts, rows)
  await data.customValues('CashTransaction', paid.slice(-8), await data.customFields('CashTransaction', rows))
  await payments.files(rows)
  await fillHistory(draws, 10 * rows)
  const webhooks = openWebhookData(draws)
  await webhooks.deliveries((await webhooks.webhooks(scopes, makers, rows)).slice(0, 6), 4 * rows)
  await fillRuns(draws, rows)
  return {
    ...{ holders, contracts, held, cancels, documents, claims, inspections, data, ledger, payments, cash },
    ...{ webhooks, accounts, parts, scopes, makers },
  }
}

/** Makes account holders and portal groups of dealers, and gives the ids of the groups. */
async function fillHolders(holders: HolderData, data: RecordData, rows: number): Promise<number[]> {
  for (const type of holderTypes) {
    // The first few of a type are the parents of the others.
    await holders.add(type, 5)
    await holders.add(type, rows - 5)
  }
  await holders.link(rows)
  // A few are linked to many, so that they have long lists.
  const facilities = holders.all('RepairFacility').slice(0, 10)
  await data.link('repair_facility_dealer', facilities, holders.all('Dealer'), 4 * rows)
  await data.link('repair_facility_dealer_group', facilities, holders.all('DealerGroup'), 4 * rows)
  const groups = await data.portalGroups(rows)
  await data.link('portal_visibility_group_dealer', groups.slice(0, 10), holders.all('Dealer'), 4 * rows)
  return groups
}

async function fillReferences(data: RecordData, rows: number): Promise<Filled['parts']> {
  for (const { list } of openReasons) await data.values(list, rows)
  await data.values('CancelReason', rows)
  await data.values('CancelMethod', rows)
  // A rule names only methods that the service can calculate.
  await data.cancelRules(methodCodes, 100)
  const parts = {
    complaints: await data.values('Complaint', rows),
    causes: await data.values('Cause', rows),
    corrections: await data.values('Correction', rows),
  }
  await data.combinations(parts, rows)
  return parts
}

async function fillUsers(data: RecordData, scopes: readonly Scoped[], rows: number): Promise<void> {
  const users = await data.users(scopes, rows)
  const groups = await data.groups(rows)
  const roles = await data.roles(rows)
  await data.link('app_user_group', users, groups, 2 * rows)
  await data.link('membership_group_role', groups, roles, 2 * rows)
  await data.clients(scopes, rows)
}

/** The first of each type have the most children. There is one group of each activity. */
async function scopesIn(
  db: Db,
  all: (type: AccountHolderType) => readonly number[],
  groups: readonly number[],
): Promise<Scoped[]> {
  const types = [
    'Dealer',
    'DealerGroup',
    'Agent',
    'LienHolder',
    'RepairFacility',
    'InspectionCompany',
  ] as const
  const portalGroups = await run<{ id: number }>(
    db,
    `select distinct on (is_active) id from portal_visibility_group where id = any($1) order by is_active, id`,
    [groups.slice(0, 20)],
  )
  return [
    ...types.map((type) => ({ type, id: all(type)[0] ?? 0 })),
    ...portalGroups.map(({ id }) => ({ type: 'PortalVisibilityGroup', id })),
  ]
}
