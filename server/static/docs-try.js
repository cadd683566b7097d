import { answerView, send } from './docs-answer.js'
import { copyButton, el, fill, freshId } from './docs-dom.js'
import { indentJson, isJsonType } from './docs-json.js'
import { buildRequest, InputError, uuid } from './docs-request.js'
import { examplesOf } from './docs-sample.js'
import { credentialForShell, credentialHeader, identity, onIdentity } from './docs-session.js'
import { languages } from './docs-snippets.js'
import { describe, typeLabel } from './docs-spec.js'

const OWN_HEADERS = new Set(['idempotency-key', 'if-match', 'authorization', 'accept', 'content-type'])

function isDryRun(parameter) {
  return parameter.in === 'query' && parameter.name === 'dryRun'
}

/** Dry run is offered where the document lists it; when it lists it nowhere, on every write. */
function offersDryRun(operation, operations) {
  if (!operation.isWrite) return false
  const listed = operations.some((one) => one.isWrite && one.parameters.some(isDryRun))
  return listed ? operation.parameters.some(isDryRun) : true
}

/** The form that sends one operation. */
export function tryView({ spec, base, operations }, operation) {
  const fields = new Map()
  const register = (key, control) => {
    fields.set(key, control)
    return control
  }
  const value = (key) => fields.get(key)?.value.trim() ?? ''

  const ordinary = operation.parameters.filter((parameter) => {
    if (parameter.in === 'header') return !OWN_HEADERS.has(parameter.name.toLowerCase())
    if (isDryRun(parameter) && operation.isWrite) return false
    return parameter.in === 'path' || parameter.in === 'query'
  })
  const rows = ordinary.map((parameter) =>
    labelled(parameter.name, control(spec, parameter, register), {
      note: parameter.in,
      required: parameter.required || parameter.in === 'path',
    }),
  )
  rows.push(acceptRow(operation, register))
  const body = operation.body && bodyEditor(spec, operation, register)
  const extras = operation.isWrite
    ? writeExtras(operation, register, offersDryRun(operation, operations))
    : []

  const message = el('p', { class: 'error', role: 'alert' })
  const hint = el('p', { class: 'note' })
  const code = codeView()
  const sendButton = el('button', { type: 'submit', class: 'primary' }, 'Send')
  const cancelButton = el('button', { type: 'button', hidden: true }, 'Cancel')
  const answer = el('div', { class: 'answer' })
  const progress = el('p', { class: 'note', role: 'status' })

  const read = () => {
    const group = (place) =>
      Object.fromEntries(
        ordinary.filter((one) => one.in === place).map((one) => [one.name, value(`${place} ${one.name}`)]),
      )
    return buildRequest(operation, location.origin, base, {
      path: group('path'),
      query: group('query'),
      header: group('header'),
      idempotencyKey: value('idempotency-key'),
      ifMatch: value('if-match'),
      accept: value('accept'),
      dryRun: fields.get('dry-run')?.checked ?? false,
      body: body?.read(),
    })
  }

  const mark = (error) => {
    for (const one of fields.values()) one.removeAttribute('aria-invalid')
    message.textContent = error ? error.message : ''
    if (!(error instanceof InputError)) return
    const wrong = fields.get(`path ${error.field}`) ?? fields.get(error.field)
    wrong?.setAttribute('aria-invalid', 'true')
    wrong?.focus()
  }

  const refresh = () => {
    hint.textContent =
      identity() || operation.isOpen ? '' : 'Not signed in. This request is sent without a credential.'
    code.show(read, operation.isOpen ? null : credentialForShell())
  }

  const form = el(
    'form',
    { class: 'try', novalidate: true },
    el('div', { class: 'try-grid' }, rows),
    body?.node,
    extras.length > 0 && el('div', { class: 'try-grid' }, extras),
    hint,
    message,
    el('p', { class: 'actions' }, sendButton, cancelButton),
    progress,
    answer,
    code.node,
  )
  form.addEventListener('input', () => {
    mark(null)
    refresh()
  })
  form.addEventListener('change', refresh)
  onIdentity(refresh)
  refresh()

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (sendButton.disabled) return
    let request
    try {
      request = read()
      mark(null)
    } catch (error) {
      mark(error)
      return
    }
    const abort = new AbortController()
    cancelButton.onclick = () => abort.abort()
    sendButton.disabled = true
    cancelButton.hidden = false
    progress.textContent = 'Waiting for the answer…'
    progress.className = 'note'
    fill(answer)
    try {
      const dryRun = fields.get('dry-run')?.checked ?? false
      const got = await send(request, operation.isOpen ? null : credentialHeader(), abort.signal)
      fill(answer, await answerView(got, dryRun))
      progress.textContent = `Answered ${got.response.status}.`
      progress.className = 'unseen'
    } catch (error) {
      progress.textContent = ''
      message.textContent =
        error.name === 'AbortError'
          ? 'Canceled. The write may have happened anyway.'
          : `No answer: ${error.message}`
    } finally {
      sendButton.disabled = false
      cancelButton.hidden = true
    }
  })
  return form
}

/** The language that was chosen last, for all operations of the page. */
let language = languages[0]

/** The request as code, in the language that the reader chooses. */
function codeView() {
  const pre = el('pre', { class: 'curl', tabindex: '0', role: 'region', 'aria-label': 'Request as code' })
  const picker = el(
    'select',
    { 'aria-label': 'Language' },
    languages.map(({ name }) => el('option', { value: name }, name)),
  )
  picker.value = language.name
  let last
  const write = () => {
    if (!last) return
    try {
      pre.textContent = language.write(last.read(), last.credential)
    } catch (error) {
      pre.textContent = `# ${error.message}`
    }
  }
  picker.addEventListener('change', () => {
    language = languages.find(({ name }) => name === picker.value) ?? languages[0]
    write()
  })
  return {
    node: el('div', { class: 'code' }, el('div', { class: 'curl-head' }, picker, copyButton(pre)), pre),
    show(read, credential) {
      last = { read, credential }
      // Another operation may have changed the language meanwhile.
      picker.value = language.name
      write()
    },
  }
}

function labelled(label, input, { note, required, after } = {}) {
  input.id ||= freshId('try')
  return el(
    'div',
    { class: 'labelled' },
    el(
      'label',
      { for: input.id },
      el('code', {}, label),
      note && el('span', { class: 'note' }, ` ${note}`),
      required && el('span', { class: 'required' }, ' required'),
    ),
    after ? el('div', { class: 'with-button' }, input, after) : input,
  )
}

function control(spec, parameter, register) {
  const { flat, types } = describe(spec, parameter.schema)
  const choices = flat.enum ?? (types[0] === 'boolean' ? [true, false] : undefined)
  const key = `${parameter.in} ${parameter.name}`
  if (choices) {
    const options = choices.map((one) => el('option', { value: String(one) }, String(one)))
    return register(key, el('select', {}, el('option', { value: '' }, '—'), options))
  }
  const isList = types[0] === 'array'
  const example = parameter.example ?? flat.examples?.[0] ?? flat.example ?? flat.default
  const placeholder = example === undefined ? typeLabel(spec, parameter.schema) : String(example)
  return register(
    key,
    el('input', {
      placeholder: isList ? `${placeholder}, comma between` : placeholder,
      inputmode: ['integer', 'number'].includes(types[0]) ? 'decimal' : undefined,
      spellcheck: 'false',
      autocapitalize: 'none',
      autocomplete: 'off',
    }),
  )
}

/** A choice of answer type, where success comes in more than one. */
function acceptRow({ responses }, register) {
  const success = responses.filter(({ status }) => status.startsWith('2'))
  const typesOf = ({ content, isTable }) => [
    ...content.map(([type]) => type),
    ...(isTable ? ['text/csv'] : []),
  ]
  const types = [...new Set(success.flatMap(typesOf))]
  if (types.length < 2) return undefined
  const choice = el(
    'select',
    {},
    types.map((type) => el('option', { value: type }, type)),
  )
  return labelled('Accept', register('accept', choice), { note: 'header' })
}

function writeExtras(operation, register, dryRun) {
  const needs = (name) =>
    operation.parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === name && one.required)
  const text = (placeholder) => el('input', { placeholder, spellcheck: 'false', autocomplete: 'off' })
  const key = register('idempotency-key', text('optional'))
  const generate = el('button', { type: 'button', class: 'small' }, 'Generate')
  generate.addEventListener('click', () => {
    key.value = uuid()
    key.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const extras = [
    labelled('Idempotency-Key', key, { note: 'header', required: needs('idempotency-key'), after: generate }),
    labelled('If-Match', register('if-match', text('the ETag you read')), {
      note: 'header',
      required: needs('if-match'),
    }),
  ]
  if (dryRun) {
    const box = register('dry-run', el('input', { type: 'checkbox', id: freshId('dry-run') }))
    extras.push(
      el(
        'div',
        { class: 'check' },
        box,
        el('label', { for: box.id }, 'Dry run ', el('span', { class: 'note' }, 'keeps nothing')),
      ),
    )
  }
  return extras
}

function bodyEditor(spec, operation, register) {
  const contents = operation.body.content
  const area = register(
    'body',
    el('textarea', { spellcheck: 'false', autocapitalize: 'none', autocomplete: 'off' }),
  )
  const file = el('input', { type: 'file' })
  const types = el(
    'select',
    {},
    contents.map(([type]) => el('option', { value: type }, type)),
  )
  const picker = el('select', {})
  const note = el('p', { class: 'note' })
  const areaRow = labelled('Body', area, { required: operation.body.required })
  const fileRow = labelled('File', file)
  const pickerRow = labelled('Example', picker)
  let examples = []

  const load = (text) => {
    area.value = text
    area.rows = Math.min(Math.max(text.split('\n').length + 1, 4), 24)
  }
  const change = () => area.dispatchEvent(new Event('input', { bubbles: true }))
  const useType = () => {
    const [type, media] = contents.find(([name]) => name === types.value) ??
      contents[0] ?? ['application/json', {}]
    const isForm = type === 'application/x-www-form-urlencoded'
    const isText = isJsonType(type) || isForm || type.startsWith('text/')
    areaRow.hidden = !isText
    fileRow.hidden = isText
    note.textContent = isForm ? 'Write the fields as JSON; they are sent as a form.' : ''
    examples = isText ? examplesOf(spec, type, media, 'request') : []
    pickerRow.hidden = examples.length < 2
    fill(
      picker,
      examples.map(({ name }, at) => el('option', { value: at }, name)),
    )
    load(examples[0]?.text ?? '')
  }
  types.addEventListener('change', useType)
  picker.addEventListener('change', () => {
    load(examples[picker.value]?.text ?? '')
    change()
  })
  const button = (label, action) => {
    const node = el('button', { type: 'button', class: 'small' }, label)
    node.addEventListener('click', () => {
      action()
      change()
    })
    return node
  }
  useType()
  areaRow.append(
    el(
      'p',
      { class: 'actions' },
      button('Format', () => {
        try {
          load(indentJson(area.value))
        } catch {
          // Left as typed; sending it shows the error.
        }
      }),
      button('Reset', () => load(examples[picker.value || 0]?.text ?? '')),
    ),
  )
  return {
    node: el(
      'div',
      { class: 'body-editor' },
      contents.length > 1 && labelled('Content-Type', types),
      pickerRow,
      areaRow,
      fileRow,
      note,
    ),
    read: () => ({
      mediaType: types.value || 'application/json',
      text: fileRow.hidden ? area.value : '',
      file: fileRow.hidden ? undefined : file.files[0],
    }),
  }
}
