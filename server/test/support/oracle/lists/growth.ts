import { hasCustomFields } from '../../../../src/account-holders/custom-fields-field.ts'
import { kinds } from '../../../../src/account-holders/kinds.ts'
import { type Db, run } from '../../../../src/db/database.ts'
import { type Filled, openReasons } from './fill.ts'

/** How to add a row to a list, by the path of the list. `named` has the parameters of the path. */
export type Growth = Readonly<Record<string, (named: string) => Promise<unknown>>>

/** Every list that can grow. New rows have the highest ids. */
export function growthOf(
  db: Db,
  {
    holders,
    contracts,
    held,
    cancels,
    documents,
    claims,
    inspections,
    data,
    ledger,
    payments,
    cash,
    webhooks,
    accounts,
    parts,
    scopes,
    makers,
  }: Filled,
): Growth {
  return {
    '/accountholders': () => holders.add('Insurer', 1),
    '/customers': () => holders.add('Customer', 1),
    '/v2/lienHolders': () => holders.add('LienHolder', 1),
    ...Object.fromEntries(kinds.map(({ path, type }) => [path, () => holders.add(type, 1)])),
    ...Object.fromEntries(
      kinds
        .filter(hasCustomFields)
        .map(({ path, idName, type }) => [
          `${path}/{${idName}}/customfields`,
          () => data.customFields(type, 1),
        ]),
    ),
    '/repairfacilities/{repairFacilityId}/dealers': async (named) =>
      data.link('repair_facility_dealer', [Number(named)], await holders.add('Dealer', 1), 1),
    '/repairfacilities/{repairFacilityId}/dealergroups': async (named) =>
      data.link('repair_facility_dealer_group', [Number(named)], await holders.add('DealerGroup', 1), 1),
    ...Object.fromEntries(openReasons.map(({ path, list }) => [path, () => data.values(list, 1)])),
    '/cancelreasons': () => data.values('CancelReason', 1),
    '/v2/cancelreasons': () => data.values('CancelReason', 1),
    '/cancelmethods': () => data.values('CancelMethod', 1),
    '/v2/cancelmethods': () => data.values('CancelMethod', 1),
    '/claims/complaints': () => data.values('Complaint', 1),
    '/claims/causes': () => data.values('Cause', 1),
    '/claims/corrections': () => data.values('Correction', 1),
    '/claims/complaintcausecorrections': async () =>
      data.combinations({ ...parts, complaints: await data.values('Complaint', 1) }, 1),
    '/v1/platformadminusers': () => data.users(scopes, 1),
    '/v2/Users': () => data.users(scopes, 1),
    '/MembershipGroups/Search/{id}': () => data.groups(1),
    '/MembershipRoles/Search/{id}': () => data.roles(1),
    '/portalvisibilitygroups': () => data.portalGroups(1),
    '/portalvisibilitygroups/{portalVisibilityGroupId}/dealers': async (named) =>
      data.link('portal_visibility_group_dealer', [Number(named)], await holders.add('Dealer', 1), 1),
    '/portalvisibilitygroups/code/{portalVisibilityGroupCode}/dealers': async (named) => {
      const [group] = await run<{ id: number }>(
        db,
        'select id from portal_visibility_group where code = $1',
        [named],
      )
      await data.link('portal_visibility_group_dealer', [group?.id ?? 0], await holders.add('Dealer', 1), 1)
    },
    '/Rates/Products/{productId}/customfields': (named) => data.customFields('Contract', 1, Number(named)),
    '/Rates/Disbursements/AccountHolder/{id}': (named) => data.overrides([Number(named)], 1),
    '/contracts': () => contracts.sell(1),
    '/v2/contracts': () => contracts.sell(1),
    '/contracts/{contractId}/holds': (named) => held.more(Number(named)),
    '/contracts/{contractId}/cancelpayments': (named) => cancels.paymentOf(Number(named)),
    '/v2/contracts/{identifier}/cancelpayments': async (named) => {
      const contracts = await run<{ id: number }>(db, 'select id from contract where number = $1', [named])
      return cancels.paymentOf(contracts[0]?.id ?? 0)
    },
    '/cancels/{cancelId}/cancelpayments': (named) => cancels.payment(Number(named)),
    ...Object.fromEntries(
      [
        '/cancelrequests/{cancelRequestId}/cancelpayments',
        '/v2/cancelrequests/{identifier}/cancelpayments',
      ].map((path) => [path, async (named: string) => cancels.payment(await cancelOf(db, named))]),
    ),
    '/contracts/{contractId}/documents': (named) => documents.document('Contract', Number(named)),
    '/contracts/{contractId}/files': (named) => documents.file(Number(named)),
    '/claims': () => claims.claims(1),
    '/claims/{claimId}/documents': (named) => documents.document('Claim', Number(named)),
    '/claims/{claimId}/notes/all': (named) => claims.notes([Number(named)], 1),
    '/claims/inspections': () => inspections.inspections(1),
    '/ledgers': () => ledger.ledgers(accounts, 1),
    '/journal': async () => ledger.postings(await ledger.ledgers(accounts, 1), 1),
    '/availablePaymentMethods': () => payments.methods(accounts, 1, true),
    '/inprocesscashtransactions': () => cash.batches(accounts, 1),
    '/bankfiles': () => cash.bankFiles(1),
    '/cashtransactions/{cashTransactionId}/customfields': () => data.customFields('CashTransaction', 1),
    '/achfiles': () => payments.files(1),
    '/oauthclients': () => data.clients(scopes, 1),
    '/apikeys': () => data.apiKeys(scopes, makers, 1),
    '/webhooks': () => webhooks.webhooks(scopes, makers, 1),
    '/webhooks/{webhookId}/deliveries': (named) => webhooks.deliveries([Number(named)], 1),
  }
}

async function cancelOf(db: Db, request: string): Promise<number> {
  const [row] = await run<{ cancel_id: number }>(
    db,
    'select cancel_id from cancel_request where id::text = $1 or number = $1',
    [request],
  )
  return row?.cancel_id ?? 0
}
