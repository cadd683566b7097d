import { el, fill } from './docs-dom.js'
import { guideList } from './docs-guides.js'
import { methodBadge, operationBody } from './docs-operation.js'
import { prose } from './docs-prose.js'
import { openSearch, placeText } from './docs-search.js'
import { learnSchemes } from './docs-session.js'
import { mountSignIn } from './docs-signin.js'
import { basePath, groupByTag, listOperations } from './docs-spec.js'

const byId = (id) => document.getElementById(id)
const filter = byId('filter')
const side = byId('side')
const sideToggle = byId('side-toggle')

async function load() {
  const response = await fetch('/openapi.json', {
    headers: { Accept: 'application/json' },
    credentials: 'omit',
  })
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`)
  return response.json()
}

function showAbout({ info = {} }, count) {
  const title = info.title ?? 'Bulwark'
  document.title = `${title} · API reference`
  fill(
    byId('about'),
    el('h1', {}, title),
    el(
      'p',
      { class: 'note' },
      info.version && `Version ${info.version} · `,
      `${count} operations · `,
      el('a', { href: '/openapi.json' }, 'openapi.json'),
    ),
    info.summary && el('p', {}, info.summary),
    info.description && prose(info.description),
  )
}

/** One operation in the page: its row, its entry in the side list, and its body once it has been opened. */
function entryOf(api, operation) {
  const found = el('span', { class: 'found', hidden: true })
  const row = el(
    'details',
    { class: operation.deprecated ? 'operation deprecated' : 'operation', id: `op-${operation.id}` },
    el(
      'summary',
      {},
      methodBadge(operation.method),
      el('h3', { class: 'path' }, ...breakable(operation.path)),
      el('span', { class: 'summary' }, operation.summary, found),
    ),
  )
  const hash = `#${encodeURIComponent(operation.id)}`
  const link = el(
    'a',
    { href: hash, title: `${operation.method.toUpperCase()} ${operation.path}` },
    methodBadge(operation.method),
    el('span', {}, operation.summary || operation.path),
  )
  const item = el('li', {}, link)
  let built = false
  const open = () => {
    if (!built) {
      built = true
      row.append(operationBody(api, operation))
    }
    row.open = true
  }
  row.addEventListener('toggle', () => {
    if (row.open) open()
  })
  return { operation, row, item, link, open, found }
}

/** Lets a long path break after a slash. */
function breakable(path) {
  return path.split(/(?<=\/)/).flatMap((part) => [part, el('wbr')])
}

function showGroups(api, groups) {
  return groups.map(({ name, description, operations }) => {
    const entries = operations.map((operation) => entryOf(api, operation))
    const section = el(
      'section',
      { class: 'tag' },
      el('h2', {}, name),
      description && prose(description),
      entries.map(({ row }) => row),
    )
    const count = el('span', { class: 'count' }, operations.length)
    const list = el(
      'details',
      { class: 'side-group' },
      el('summary', {}, el('span', {}, name), count),
      el(
        'ul',
        {},
        entries.map(({ item }) => item),
      ),
    )
    for (const entry of entries) entry.list = list
    return { section, list, count, entries }
  })
}

function applyFilter(groups, total, search) {
  const query = filter.value.trim()
  const results = query === '' ? undefined : search(query)
  let shown = 0
  for (const { section, list, count, entries } of groups) {
    let here = 0
    for (const { operation, row, item, found } of entries) {
      const places = results ? results.get(operation) : []
      row.hidden = places === undefined
      item.hidden = places === undefined
      found.hidden = !places || places.length === 0
      found.textContent = found.hidden ? '' : ` In ${places.map(placeText).join(', ')}.`
      if (places) here += 1
    }
    section.hidden = here === 0
    list.hidden = here === 0
    list.open = query !== '' || list.querySelector('[aria-current]') !== null
    count.textContent = here
    shown += here
  }
  byId('filter-count').textContent = query === '' ? '' : `${shown} of ${total}`
  byId('nothing').hidden = shown > 0
}

function closeSide() {
  side.classList.remove('shown')
  sideToggle.setAttribute('aria-expanded', 'false')
}

function start(spec) {
  const operations = listOperations(spec)
  const api = { spec, base: basePath(spec, location.href), operations }
  learnSchemes(spec)
  showAbout(spec, operations.length)
  const groups = showGroups(api, groupByTag(spec, operations))
  fill(
    byId('operations'),
    groups.map(({ section }) => section),
  )
  fill(
    byId('side-list'),
    groups.map(({ list }) => list),
  )
  const entries = groups.flatMap((group) => group.entries)
  const entryById = new Map(entries.map((entry) => [entry.operation.id, entry]))
  const search = openSearch(spec, operations)
  const refilter = () => applyFilter(groups, operations.length, search)
  fill(byId('guides-list'), guideList(operations))

  const markCurrent = (entry) => {
    for (const { link } of entries) link.removeAttribute('aria-current')
    entry.link.setAttribute('aria-current', 'true')
    entry.list.open = true
  }
  const reveal = (entry) => {
    if (entry.row.hidden) {
      filter.value = ''
      refilter()
    }
    markCurrent(entry)
    entry.open()
    closeSide()
    entry.row.querySelector('summary').focus({ preventScroll: true })
    entry.row.scrollIntoView()
  }
  const follow = () => {
    const hash = location.hash.slice(1)
    let id = hash
    try {
      id = decodeURIComponent(hash)
    } catch {
      // Used as it is.
    }
    const entry = entryById.get(id)
    if (entry) reveal(entry)
  }
  addEventListener('hashchange', follow)
  for (const entry of entries) {
    // Choosing the operation that is already in the address changes no hash.
    entry.link.addEventListener('click', () => {
      if (location.hash === entry.link.hash) reveal(entry)
    })
    entry.row.querySelector('summary').addEventListener('click', () => {
      if (entry.row.open) return
      history.replaceState(null, '', entry.link.hash)
      markCurrent(entry)
    })
  }

  filter.addEventListener('input', refilter)
  filter.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      filter.value = ''
      refilter()
    } else if (event.key === 'Enter') {
      const first = entries.find(({ row }) => !row.hidden)
      if (first) {
        history.replaceState(null, '', first.link.hash)
        reveal(first)
      }
    }
  })
  filter.value = new URLSearchParams(location.search).get('q') ?? ''
  refilter()
  follow()
}

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
  event.preventDefault()
  filter.focus()
  filter.select()
})

sideToggle.addEventListener('click', () => {
  const shown = side.classList.toggle('shown')
  sideToggle.setAttribute('aria-expanded', String(shown))
})

mountSignIn(byId('sign-in-box'), byId('who'))

async function begin() {
  const operations = byId('operations')
  fill(operations, el('p', { class: 'note', role: 'status' }, 'Loading the API document…'))
  try {
    start(await load())
  } catch (error) {
    fill(
      operations,
      el('p', { class: 'error', role: 'alert' }, `The API document could not be shown: ${error.message}`),
      el('button', { type: 'button', click: begin }, 'Try again'),
    )
  }
}

begin()
