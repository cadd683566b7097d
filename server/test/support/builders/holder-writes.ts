import { kinds } from '../../../src/account-holders/kinds.ts'
import type { Caller } from '../service/api.ts'
import type { WriteStory } from './every-write.ts'

const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }
const actor = 'sandbox-admin'

/** The writes of account holders: four for each type. */
export async function holderWrites(admin: Caller): Promise<WriteStory[]> {
  const first = async (path: string): Promise<number> => {
    const { body } = await admin.get(`${path}?pageSize=1`)
    return (Array.isArray(body) ? body : body.items)[0].id
  }
  const stories: WriteStory[] = []
  for (const { path, idName } of kinds) {
    const id = await first(path)
    const made = { number: 'STORY', name: 'Story', address }
    stories.push(
      {
        operation: `POST ${path}`,
        done: { path, body: { ...made, taxId: '12-3456789' } },
        refused: {
          path,
          body: { ...made, number: 'STORY-2', effectiveDate: '2024-01-02', expirationDate: '2024-01-01' },
        },
        refusal: 'DateRangeInvalid',
        subject: 'accountholders/#',
        actor,
      },
      {
        operation: `PATCH ${path}/{${idName}}`,
        done: { path: `${path}/${id}`, body: { notes: 'Seen.' } },
        refused: { path: `${path}/987654`, body: { notes: 'Seen.' } },
        refusal: 'NotFound',
        subject: `accountholders/${id}`,
        actor,
      },
    )
  }
  const customer = await first('/customers')
  stories.push(
    {
      operation: 'PATCH /customers/{customerId}',
      done: { path: `/customers/${customer}`, body: { preferredLanguage: 'es' } },
      refused: { path: '/customers/1', body: { preferredLanguage: 'es' } },
      refusal: 'NotFound',
      subject: `accountholders/${customer}`,
      actor,
    },
    {
      operation: 'POST /accountholders/autoexpirerequests',
      done: { path: '/accountholders/autoexpirerequests', body: {} },
      // Nothing else can be refused: records that cannot expire are listed in the answer.
      refused: { path: '/accountholders/autoexpirerequests', body: { asOfDate: 'soon' } },
      refusal: 'ValidationFailed',
      subject: 'accountholders',
      actor,
    },
  )
  const facility = await first('/repairfacilities')
  for (const name of ['dealers', 'dealergroups']) {
    const [linked, linkedBefore] = (await admin.get(`/${name}?pageSize=2`)).body.map(
      ({ id }: { id: number }) => id,
    )
    const path = `/repairfacilities/${facility}/${name}`
    const operation = `/repairfacilities/{repairFacilityId}/${name}`
    await admin.patch(path, { ids: [linkedBefore] })
    await admin.delete(`${path}?ids=${linked}`)
    const shared = { refusal: 'UnknownReference', subject: `accountholders/${facility}/${name}`, actor }
    stories.push(
      {
        ...shared,
        operation: `PATCH ${operation}`,
        done: { path, body: { ids: [linked] } },
        refused: { path, body: { ids: [987_654] } },
      },
      {
        ...shared,
        operation: `DELETE ${operation}`,
        done: { path, search: `ids=${linkedBefore}` },
        refused: { path, search: 'ids=987654' },
      },
    )
  }
  return [...stories, ...(await customFieldWrites(admin, first))]
}

/** The owners of custom fields, with the id of their first field (CRMID; then TIER; VIP is the sixth). */
const owners = [
  ['/dealers', 'dealerId', 1],
  ['/dealergroups', 'dealerGroupId', 8],
  ['/agents', 'agentId', 15],
] as const

async function customFieldWrites(
  admin: Caller,
  first: (path: string) => Promise<number>,
): Promise<WriteStory[]> {
  const stories: WriteStory[] = []
  for (const [owner, idName, crmId] of owners) {
    const at = `${owner}/${await first(owner)}/customfields`
    const vip = crmId + 5
    await admin.post(at, { fieldId: crmId, value: 'C-1' })
    await admin.post(at, { fieldId: vip, value: true })
    const subject = (fieldId: number) => `${at.slice(1)}/${fieldId}`
    stories.push(
      {
        operation: `POST ${owner}/{${idName}}/customfields`,
        done: { path: at, body: { code: 'TIER', value: 'GOLD' } },
        refused: { path: at, body: { code: 'TIER', value: 'LEAD' } },
        refusal: 'FieldInvalid',
        subject: subject(crmId + 1),
        actor,
      },
      {
        operation: `PATCH ${owner}/{${idName}}/customfields/{fieldId}`,
        done: { path: `${at}/${crmId}`, body: { value: 'C-2' } },
        refused: { path: `${at}/${crmId}`, body: { value: 7 } },
        refusal: 'FieldInvalid',
        subject: subject(crmId),
        actor,
      },
      {
        operation: `DELETE ${owner}/{${idName}}/customfields/{fieldId}`,
        done: { path: `${at}/${vip}` },
        refused: { path: `${at}/999` },
        refusal: 'NotFound',
        subject: subject(vip),
        actor,
      },
    )
  }
  return stories
}
