import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'

// Shared by the tests of holds, locks and transfers.

export const setClock = async ({ api }: TestService, now: string): Promise<void> => {
  await api.as('sandbox-admin').put('/sandbox/clock', { now })
}

/** The ids of the reasons to hold a contract, by their codes. */
export async function holdReasons(caller: Caller): Promise<Readonly<Record<string, number>>> {
  const { body } = await caller.get('/contracts/holdreasons?pageSize=200')
  return Object.fromEntries(body.map(({ code, id }: { code: string; id: number }) => [code, id]))
}

/** The state of each payable of a contract: `AGENT: Held`, `CLIP: Pending Funding`. */
export async function payables({ api }: TestService, contractId: number): Promise<Record<string, string>> {
  const { body } = await api
    .as('sandbox-accounting')
    .get(`/ledgers?contractId=${contractId}&direction=Pay&isMemo=false&pageSize=200`)
  return Object.fromEntries(
    body.map((row: Record<string, unknown>) => [
      row.disbursementCode,
      [row.ledgerStatus, row.waitsFor].filter(Boolean).join(' '),
    ]),
  )
}

/** What each line of a contract has earned by today: as it was posted, and as it is computed whatever was posted. */
export async function earnedOf(
  { api }: TestService,
  contractId: number,
): Promise<Record<'posted' | 'computed', Record<string, number>>> {
  const admin = api.as('sandbox-admin')
  const { body: contract } = await admin.get(`/contracts/${contractId}`)
  const { body: details } = await admin.get(`/contracts/${contractId}/earningdetails`)
  return {
    posted: Object.fromEntries(
      contract.disbursements.map((line: { code: string; earnedToDate: number }) => [
        line.code,
        line.earnedToDate,
      ]),
    ),
    computed: Object.fromEntries(
      details.contract.lines.map((line: { disbursementCode: string; earned: number }) => [
        line.disbursementCode,
        line.earned,
      ]),
    ),
  }
}

/** Sets a contract to a state that no operation leads to. */
export const forceStatus = ({ databases }: TestService, contractId: number, status: string) =>
  databases.platformPool.query(
    'update tenant_adm1.contract set status = $2, held_from = null where id = $1',
    [contractId, status],
  )

/** A caller with a role, limited to a dealer. */
export async function limitedTo(service: TestService, number: string, role: string): Promise<Caller> {
  const admin = service.api.as('sandbox-admin')
  const id: number = (await admin.get(`/dealers?number=${number}`)).body[0].id
  const scopes = [{ type: 'Dealer', id }]
  const { body } = await admin.post('/oauthclients', { name: `${role} ${number}`, roles: [role], scopes })
  return service.api.with(await service.api.token(body.clientId, body.clientSecret))
}

/** Sends the same request several times at once, and counts the answers. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status < 300 ? String(status) : `${status} ${body.code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** The events of a contract, in order. */
export async function eventsOf({ databases }: TestService, contractId: number): Promise<string[]> {
  const { rows } = await databases.platformPool.query(
    'select type from tenant_adm1.event where subject = $1 order by sequence',
    [`contracts/${contractId}`],
  )
  return rows.map(({ type }) => type)
}
