import { copyButton, el } from './docs-dom.js'
import { indentJson, isJsonType } from './docs-json.js'

const HEADERS = [
  'ETag',
  'Location',
  'Link',
  'X-Total-Count',
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Idempotency-Replayed',
  'Dry-Run',
  'X-Request-Id',
  'WWW-Authenticate',
  'Content-Type',
]
const ANY_ANSWER = 'application/json, application/problem+json;q=0.9, */*;q=0.5'
const MOST_SHOWN = 300_000

/** Sends a request and waits for the whole answer. */
export async function send(request, credential, signal) {
  const headers = new Headers(request.headers)
  if (!headers.has('Accept')) headers.set('Accept', ANY_ANSWER)
  if (credential) headers.set(credential[0], credential[1])
  const started = performance.now()
  const response = await fetch(request.url, {
    method: request.method,
    headers,
    body: request.body,
    credentials: 'omit',
    cache: 'no-store',
    signal,
  })
  const blob = await response.blob()
  return { response, blob, milliseconds: performance.now() - started }
}

/** An answer: status, time, headers worth seeing, body. `askedDryRun` adds a warning when no dry run took place. */
export async function answerView({ response, blob, milliseconds }, askedDryRun) {
  const { status, statusText, headers } = response
  const seen = HEADERS.filter((name) => headers.has(name))
  return [
    el(
      'p',
      { class: `status status-${Math.floor(status / 100)}` },
      el('strong', {}, `${status} ${statusText}`.trim()),
      el('span', {}, `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`),
      el('span', {}, size(blob.size)),
    ),
    askedDryRun &&
      response.ok &&
      !headers.has('Dry-Run') &&
      el('p', { class: 'error' }, 'The answer has no Dry-Run header. This may have been a real write.'),
    seen.length > 0 &&
      el(
        'dl',
        { class: 'headers' },
        seen.map((name) => el('div', {}, el('dt', {}, name), el('dd', {}, headers.get(name)))),
      ),
    await bodyView(blob, headers.get('Content-Type') ?? ''),
  ]
}

async function bodyView(blob, type) {
  if (blob.size === 0) return el('p', { class: 'note' }, 'No body.')
  const isJson = isJsonType(type)
  if (!isJson && !/^text\/|xml|javascript|yaml|csv/i.test(type)) {
    return [el('p', { class: 'note' }, `${size(blob.size)} of ${type || 'an unnamed type'}.`), saveLink(blob)]
  }
  const raw = await blob.text()
  let text = raw
  if (isJson && raw.length < 10 * MOST_SHOWN) {
    try {
      text = indentJson(raw)
    } catch {
      // Shown as it came.
    }
  }
  const pre = el(
    'pre',
    { tabindex: '0', role: 'region', 'aria-label': 'Answer body' },
    text.slice(0, MOST_SHOWN),
  )
  return [
    problemLink(type, raw),
    text.length > MOST_SHOWN &&
      el('p', { class: 'note' }, `The first ${MOST_SHOWN.toLocaleString()} characters are shown.`),
    pre,
    el('p', { class: 'actions' }, copyButton(pre, 'Copy body'), saveLink(blob)),
  ]
}

function problemLink(type, raw) {
  if (!/problem\+json/i.test(type)) return undefined
  try {
    const { code } = JSON.parse(raw)
    if (typeof code !== 'string') return undefined
    return el(
      'p',
      { class: 'note' },
      'What it means: ',
      el('a', { href: `/problems/${encodeURIComponent(code)}` }, code),
    )
  } catch {
    return undefined
  }
}

function saveLink(blob) {
  const button = el('button', { type: 'button', class: 'small' }, 'Save body')
  button.addEventListener('click', () => {
    const url = URL.createObjectURL(blob)
    el('a', { href: url, download: 'answer' }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  })
  return button
}

function size(bytes) {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} kB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
