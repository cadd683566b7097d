import { el, fill } from './docs-dom.js'
import { toJson } from './docs-json.js'
import { identity, onIdentity, shortName, signInWithClient, signInWithKey, signOut } from './docs-session.js'

/** The sign-in box. `box` holds the forms or who is signed in; `badge` says the same in the top bar. */
export function mountSignIn(box, badge) {
  const show = () => {
    const now = identity()
    badge.textContent = now ? `Signed in: ${shortName(now.who)}` : 'Not signed in'
    badge.classList.toggle('signed-in', Boolean(now))
    fill(box, now ? signedIn(now) : forms())
  }
  onIdentity(() => {
    const hadFocus = box.contains(document.activeElement)
    show()
    if (hadFocus) box.querySelector('button, input')?.focus()
  })
  show()
}

function signedIn({ kind, who, expiresAt }) {
  const means = kind === 'key' ? 'with an API key' : 'with an access token'
  const until = expiresAt
    ? ` until ${new Date(expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`
    : ''
  return [
    el(
      'p',
      { class: 'signed-in-line', role: 'status' },
      el('span', {}, 'Signed in as ', el('strong', {}, shortName(who)), ` ${means}${until}.`),
      el('button', { type: 'button', click: signOut }, 'Sign out'),
    ),
    el('details', {}, el('summary', {}, 'Details from GET /me'), el('pre', {}, toJson(who))),
  ]
}

function input(id, label, attributes) {
  return el(
    'div',
    { class: 'labelled' },
    el('label', { for: id }, label),
    el('input', {
      id,
      required: true,
      spellcheck: 'false',
      autocapitalize: 'none',
      autocomplete: 'off',
      ...attributes,
    }),
  )
}

function forms() {
  const message = el('p', { class: 'error', role: 'alert' })
  const submit = (action) => async (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const button = form.querySelector('button')
    button.disabled = true
    message.textContent = ''
    try {
      await action(form)
    } catch (error) {
      message.textContent = error instanceof Error ? error.message : String(error)
    } finally {
      button.disabled = false
    }
  }
  const value = (form, id) => form.querySelector(`#${id}`).value.trim()
  return [
    el(
      'div',
      { class: 'sign-in-forms' },
      el(
        'form',
        {
          submit: submit((form) => signInWithClient(value(form, 'client-id'), value(form, 'client-secret'))),
        },
        input('client-id', 'Client id', { placeholder: 'sandbox-admin' }),
        input('client-secret', 'Client secret', { type: 'password', placeholder: 'sandbox' }),
        el('button', { type: 'submit' }, 'Sign in'),
      ),
      el('p', { class: 'or' }, 'or'),
      el(
        'form',
        { submit: submit((form) => signInWithKey(value(form, 'api-key'))) },
        input('api-key', 'API key', { type: 'password', placeholder: 'Paste a key' }),
        el('button', { type: 'submit' }, 'Use key'),
      ),
    ),
    message,
  ]
}
