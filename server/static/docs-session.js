/** Who the page calls as. Kept only in this variable: closing the page removes it. */
let credential = null
let keyHeader = { name: 'Authorization', prefix: 'Bearer ' }
const listeners = new Set()

/** Learns from the document in which header an API key goes. */
export function learnSchemes(spec) {
  const schemes = Object.values(spec.components?.securitySchemes ?? {})
  const scheme = schemes.find((one) => one?.type === 'apiKey' && one.in === 'header')
  if (scheme) keyHeader = { name: scheme.name, prefix: '' }
}

function headerOf({ kind, secret }) {
  return kind === 'key' ? [keyHeader.name, keyHeader.prefix + secret] : ['Authorization', `Bearer ${secret}`]
}

/** The header to send, or null if not signed in. */
export function credentialHeader() {
  return credential && headerOf(credential)
}

/** The same header as a shell would write it, with a variable in place of the secret. */
export function credentialForShell() {
  return credential?.kind === 'key'
    ? `${keyHeader.name}: ${keyHeader.prefix}$API_KEY`
    : 'Authorization: Bearer $TOKEN'
}

export function identity() {
  return credential && { kind: credential.kind, who: credential.who, expiresAt: credential.expiresAt }
}

export function onIdentity(listener) {
  listeners.add(listener)
}

function become(next) {
  credential = next
  for (const listener of listeners) listener()
}

export function signOut() {
  become(null)
}

export async function signInWithClient(clientId, clientSecret) {
  const response = await fetch('/oauth/token', {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
    credentials: 'omit',
    cache: 'no-store',
  })
  const answer = await readJson(response)
  if (!response.ok || typeof answer?.access_token !== 'string') {
    throw new Error(reason(answer, `Sign-in failed: /oauth/token answered ${response.status}.`))
  }
  const lifetime = Number(answer.expires_in)
  await signInWith({
    kind: 'token',
    secret: answer.access_token,
    expiresAt: lifetime > 0 ? Date.now() + lifetime * 1000 : undefined,
  })
}

export async function signInWithKey(key) {
  await signInWith({ kind: 'key', secret: key })
}

/** Checks the credential with GET /me before it is used; one that the server refuses is dropped. */
async function signInWith(next) {
  const response = await fetch('/me', {
    headers: new Headers([['Accept', 'application/json'], headerOf(next)]),
    credentials: 'omit',
    cache: 'no-store',
  })
  const me = await readJson(response)
  if (response.status === 401) throw new Error(reason(me, 'The server did not accept this credential.'))
  become({ ...next, who: response.ok ? me : { note: `/me answered ${response.status}` } })
}

async function readJson(response) {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

function reason(answer, otherwise) {
  const text = answer?.error_description ?? answer?.detail ?? answer?.title ?? answer?.error
  return typeof text === 'string' && text !== '' ? text : otherwise
}

const NAMES = ['displayName', 'name', 'email', 'clientId', 'client_id', 'subject', 'sub', 'id']

/** A short name out of what /me answered. */
export function shortName(me) {
  for (const holder of [me, me?.data, me?.user, me?.client, me?.actor, me?.principal]) {
    for (const key of NAMES) {
      if (typeof holder?.[key] === 'string' && holder[key] !== '') return holder[key]
    }
  }
  return me?.note ?? 'an unnamed caller'
}
