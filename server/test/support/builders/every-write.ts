import { codeAt, stepAt } from '../../../src/access/secrets/totp.ts'
import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { signIn } from '../service/portal.ts'
import { achWrites } from './ach-writes.ts'
import { requestWrites } from './cancel-writes.ts'
import { cancelWrites } from './cancel-writes-cancels.ts'
import { cashWrites } from './cash-writes.ts'
import { claimWrites } from './claim-writes.ts'
import { claimPaperWrites } from './claim-writes-papers.ts'
import { contractWrites } from './contract-writes.ts'
import { documentWrites } from './contract-writes-documents.ts'
import { earningWrites } from './contract-writes-earnings.ts'
import { holdWrites } from './contract-writes-holds.ts'
import { holderWrites } from './holder-writes.ts'
import { inspectionWrites } from './inspection-writes.ts'
import { ledgerWrites } from './ledger-writes.ts'
import { paymentWrites } from './payment-writes.ts'
import { processWrites } from './process-writes.ts'
import { bookWrites } from './rate-books.ts'
import { webhookWrites } from './webhook-writes.ts'

/** A request that can be sent normally, as a dry run, or with an idempotency key. */
export interface WriteCall {
  readonly path: string
  /** The query, without `?`. */
  readonly search?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Absent: the sandbox's admin, with a token. */
  readonly user?: SignedIn
}

/** One write operation of the service, with a request that succeeds and one that is refused. */
export interface WriteStory {
  readonly operation: string
  readonly done: WriteCall
  readonly refused: WriteCall
  readonly refusal: string
  /** The subject in the audit log; `#` is an id that the request created. */
  readonly subject: string
  readonly actor: string
  readonly secrets?: readonly string[]
}

interface SignedIn {
  readonly caller: Caller
  readonly id: number
}

/** Sends the request; `search` is e.g. `?dryRun=true`. */
export async function sendWrite(
  { api }: TestService,
  operation: string,
  call: WriteCall,
  { search = '', headers = {} }: { search?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const caller = call.user?.caller ?? api.as('sandbox-admin')
  const query = [call.search, search.slice(1)].filter(Boolean).join('&')
  return caller.send(operation.split(' ')[0] ?? '', `${call.path}${query && `?${query}`}`, {
    body: call.body,
    headers: { ...call.headers, ...headers },
  })
}

const ann = {
  userName: 'ann.berg@summit.example',
  email: 'ann.berg@summit.example',
  firstName: 'Ann',
  lastName: 'Berg',
  membershipGroupIds: [1],
}

/** Every write operation, with the records that it needs. They can run one after the other. */
export async function everyWrite(service: TestService): Promise<WriteStory[]> {
  const admin = service.api.as('sandbox-admin')
  const made = async (path: string, body: unknown) => {
    const answer = await admin.post(path, body)
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`)
    return answer.body.id as number
  }
  const named = (userName: string) => ({ ...ann, userName })
  const user = await made('/v2/users', named('there.already'))
  const group = await made('/portalvisibilitygroups', { code: 'EMPTY', name: 'Empty' })
  const client = await made('/oauthclients', { name: 'Old tool', roles: ['Dealer'] })
  const key = await made('/apikeys', { name: 'Old key', permissions: ['contracts:read'] })
  const person = async (name: string): Promise<SignedIn> => {
    const { answer, caller } = await signIn(service.api, { userName: `${name}@sandbox.example` })
    return { caller, id: answer.body.user.id }
  }
  const asking = await person('sandbox-supervisor')
  const confirming = await person('sandbox-entry')
  const stopping = await person('sandbox-cancels')
  const changing = await person('sandbox-adjuster')
  const waiting = await confirming.caller.post('/me/totp')
  let code: string | undefined
  await stopping.caller.post('/me/totp')
  const recovering = await person('sandbox-accounting')
  const recovered = await recovering.caller.post('/me/totp')
  await recovering.caller.put('/me/totp', { code: codeAt(recovered.body.secret, stepAt(new Date())) })
  const leaving = await person('sandbox-auditor')
  await person('sandbox-auditor')
  const others = ((await leaving.caller.get('/me/sessions')).body as { id: number; isCurrent: boolean }[])
    .filter(({ isCurrent }) => !isCurrent)
    .map(({ id }) => id)
  const setting = await person('sandbox-rates')
  await person('sandbox-rates')
  const actor = 'sandbox-admin'
  const agent: number = (await admin.get('/agents?pageSize=1')).body[0].id
  const agreement = {
    ...{ programId: 1, disbursementCode: 'AGENT', effectiveFrom: '2024-04-01' },
    calculation: { type: 'Flat', amount: 90 },
  }
  return [
    ...(await holderWrites(admin)),
    ...(await webhookWrites(admin)),
    {
      operation: 'POST /Rates/Disbursements/AccountHolder/{id}',
      done: { path: `/Rates/Disbursements/AccountHolder/${agent}`, body: agreement },
      refused: {
        path: `/Rates/Disbursements/AccountHolder/${agent}`,
        body: { ...agreement, programId: 987654 },
      },
      refusal: 'UnknownReference',
      subject: `accountholders/${agent}/disbursements`,
      actor,
    },
    {
      operation: 'PATCH /Rates/Disbursements/{disbursementId}',
      done: {
        path: '/Rates/Disbursements/1',
        body: { calculation: { type: 'Flat', amount: 800 }, effectiveFrom: '2024-04-01' },
      },
      refused: {
        path: '/Rates/Disbursements/1',
        body: { calculation: { type: 'RateRow' }, effectiveFrom: '2024-04-01' },
      },
      refusal: 'CalculationInvalid',
      subject: 'disbursements/1',
      actor,
    },
    ...(await contractWrites(admin)),
    ...(await holdWrites(admin)),
    ...(await earningWrites(admin)),
    ...(await requestWrites(admin)),
    ...(await cancelWrites(admin)),
    ...(await claimWrites(admin)),
    ...(await documentWrites(admin)),
    ...(await claimPaperWrites(admin)),
    ...(await ledgerWrites(admin)),
    ...(await paymentWrites(admin)),
    ...(await cashWrites(admin)),
    ...(await achWrites(admin)),
    ...(await processWrites(admin)),
    ...(await inspectionWrites(service)),
    {
      operation: 'POST /v1/platformadminusers',
      done: { path: '/v1/platformadminusers', body: named('ann.one') },
      refused: { path: '/v1/platformadminusers', body: named('THERE.already') },
      refusal: 'DuplicateNumber',
      subject: 'users/#',
      actor,
      secrets: ['invitation'],
    },
    {
      operation: 'PUT /v1/platformadminusers/{userId}',
      done: {
        path: `/v1/platformadminusers/${user}`,
        body: { ...named('there.already'), lastName: 'Berg-Olsen' },
      },
      refused: { path: '/v1/platformadminusers/987654', body: ann },
      refusal: 'NotFound',
      subject: `users/${user}`,
      actor,
    },
    {
      operation: 'POST /v2/Users',
      done: { path: '/v2/Users', body: { ...named('ann.two'), scopes: [], mfaEnabled: true } },
      refused: { path: '/v2/Users', body: { ...ann, membershipGroupIds: [987654] } },
      refusal: 'UnknownReference',
      subject: 'users/#',
      actor,
      secrets: ['invitation'],
    },
    {
      operation: 'PUT /v2/Users/{userId}',
      done: { path: `/v2/Users/${user}`, body: { ...named('there.already'), status: 'Disabled' } },
      refused: { path: `/v2/Users/${user}`, body: { ...named('there.already'), password: 'short' } },
      refusal: 'PasswordTooWeak',
      subject: `users/${user}`,
      actor,
    },
    {
      operation: 'POST /portalvisibilitygroups',
      done: { path: '/portalvisibilitygroups', body: { code: 'NEW', name: 'New', dealerIdsToAdd: [] } },
      refused: {
        path: '/portalvisibilitygroups',
        body: { code: 'OTHER', name: 'Other', dealerIdsToAdd: [987654] },
      },
      refusal: 'UnknownReference',
      subject: 'portalvisibilitygroups/#',
      actor,
    },
    {
      operation: 'PATCH /generalsettings/{generalSettingId}',
      done: { path: '/generalsettings/6', body: { value: 35 } },
      refused: { path: '/generalsettings/6', body: { value: 'much' } },
      refusal: 'SettingInvalid',
      subject: 'generalsettings/6',
      actor,
    },
    {
      operation: 'PATCH /portalvisibilitygroups',
      done: { path: '/portalvisibilitygroups', body: { code: 'PVG-TX', name: 'Texan dealers' } },
      refused: {
        path: '/portalvisibilitygroups',
        body: { code: 'PVG-TX', name: 'X' },
        headers: { 'if-match': '"stale"' },
      },
      refusal: 'PreconditionFailed',
      subject: 'portalvisibilitygroups/1',
      actor,
    },
    {
      operation: 'DELETE /portalvisibilitygroups/{portalVisibilityGroupId}',
      done: { path: `/portalvisibilitygroups/${group}` },
      refused: { path: '/portalvisibilitygroups/1' },
      refusal: 'GroupNotEmpty',
      subject: `portalvisibilitygroups/${group}`,
      actor,
    },
    {
      operation: 'POST /oauthclients',
      done: { path: '/oauthclients', body: { name: 'Desking tool', roles: ['Dealer'] } },
      refused: { path: '/oauthclients', body: { name: 'Desking tool', roles: ['Nobody'] } },
      refusal: 'UnknownReference',
      subject: 'oauthclients/#',
      actor,
      secrets: ['clientSecret'],
    },
    {
      operation: 'DELETE /oauthclients/{oauthClientId}',
      done: { path: `/oauthclients/${client}` },
      refused: { path: '/oauthclients/987654' },
      refusal: 'NotFound',
      subject: `oauthclients/${client}`,
      actor,
    },
    {
      operation: 'POST /apikeys',
      done: { path: '/apikeys', body: { name: 'Nightly export', permissions: ['contracts:read'] } },
      refused: { path: '/apikeys', body: { name: 'Nightly export', roles: ['Nobody'] } },
      refusal: 'UnknownReference',
      subject: 'apikeys/#',
      actor,
      secrets: ['key'],
    },
    {
      operation: 'DELETE /apikeys/{apiKeyId}',
      done: { path: `/apikeys/${key}` },
      refused: { path: '/apikeys/987654' },
      refusal: 'NotFound',
      subject: `apikeys/${key}`,
      actor,
    },
    {
      operation: 'POST /me/totp',
      done: { path: '/me/totp', user: asking },
      refused: { path: '/me/totp' },
      refusal: 'Forbidden',
      subject: `users/${asking.id}/totp`,
      actor: 'sandbox-supervisor@sandbox.example',
      secrets: ['secret', 'uri'],
    },
    {
      operation: 'PUT /me/totp',
      done: {
        path: '/me/totp',
        user: confirming,
        // A code is valid for a minute or so, and the writes before this one may take longer.
        get body() {
          code ??= codeAt(waiting.body.secret, stepAt(new Date()))
          return { code }
        },
      },
      refused: { path: '/me/totp', user: confirming, body: { code: 'wrong' } },
      refusal: 'TotpInvalid',
      subject: `users/${confirming.id}/totp`,
      actor: 'sandbox-entry@sandbox.example',
    },
    {
      operation: 'DELETE /me/totp',
      done: { path: '/me/totp', user: stopping },
      refused: { path: '/me/totp', user: changing },
      refusal: 'NotFound',
      subject: `users/${stopping.id}/totp`,
      actor: 'sandbox-cancels@sandbox.example',
    },
    {
      operation: 'POST /me/totp/recoverycodes',
      done: { path: '/me/totp/recoverycodes', user: recovering, body: { current: 'sandbox' } },
      refused: { path: '/me/totp/recoverycodes', user: recovering, body: { current: 'wrong' } },
      refusal: 'PasswordWrong',
      subject: `users/${recovering.id}/totp`,
      actor: 'sandbox-accounting@sandbox.example',
      secrets: ['codes'],
    },
    {
      operation: 'DELETE /me/sessions/{sessionId}',
      done: { path: `/me/sessions/${others.at(-1)}`, user: leaving },
      refused: { path: '/me/sessions/987654', user: leaving },
      refusal: 'NotFound',
      subject: `users/${leaving.id}/sessions/${others.at(-1)}`,
      actor: 'sandbox-auditor@sandbox.example',
    },
    {
      operation: 'DELETE /me/sessions',
      done: { path: '/me/sessions', user: setting },
      refused: { path: '/me/sessions' },
      refusal: 'Forbidden',
      subject: `users/${setting.id}/sessions`,
      actor: 'sandbox-rates@sandbox.example',
    },
    {
      operation: 'PUT /me/preferences',
      done: {
        path: '/me/preferences',
        user: setting,
        body: {
          ...{ theme: 'Dark', density: 'Compact', language: 'en', keyboardShortcuts: true },
          lists: [
            {
              list: 'contracts',
              columns: ['number', 'status', 'customer'],
              views: [{ name: 'Pending in Texas', query: 'status=Pending&state=TX' }],
            },
          ],
        },
      },
      refused: { path: '/me/preferences', user: setting, body: {}, headers: { 'if-match': '"stale"' } },
      refusal: 'PreconditionFailed',
      subject: `users/${setting.id}/preferences`,
      actor: 'sandbox-rates@sandbox.example',
    },
    {
      operation: 'PUT /me/password',
      done: { path: '/me/password', user: changing, body: { current: 'sandbox', new: 'a much longer one' } },
      refused: { path: '/me/password', user: changing, body: { current: 'wrong', new: 'a much longer one' } },
      refusal: 'PasswordWrong',
      subject: `users/${changing.id}/password`,
      actor: 'sandbox-adjuster@sandbox.example',
    },
    ...(await bookWrites(admin)),
  ]
}
