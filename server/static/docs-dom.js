/**
 * Builds an element. Children that are not nodes become text nodes, so text that came from outside
 * can never turn into markup.
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    if (typeof value === 'function') node.addEventListener(name, value)
    else node.setAttribute(name, value === true ? '' : String(value))
  }
  append(node, children)
  return node
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue
    node.append(child instanceof Node ? child : String(child))
  }
}

/** Replaces everything inside a node. */
export function fill(node, ...children) {
  node.replaceChildren()
  append(node, children)
}

let lastId = 0

/** An id that no other element of the page has. */
export function freshId(prefix) {
  lastId += 1
  return `${prefix}--${lastId}`
}

/** A disclosure whose content is only built the first time it is opened. */
export function lazyDetails(summary, build, { open = false, className } = {}) {
  const node = el('details', { class: className }, el('summary', {}, summary))
  let built = false
  const ensure = () => {
    if (built) return
    built = true
    append(node, [build()])
  }
  node.addEventListener('toggle', () => {
    if (node.open) ensure()
  })
  if (open) {
    ensure()
    node.open = true
  }
  return node
}

/** A button that copies the text of `source`. Without access to the clipboard it selects the text instead. */
export function copyButton(source, label = 'Copy') {
  const button = el('button', { type: 'button', class: 'small' }, label)
  const say = (text) => {
    button.textContent = text
    setTimeout(() => {
      button.textContent = label
    }, 2500)
  }
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent)
      say('Copied')
    } catch {
      getSelection()?.selectAllChildren(source)
      say('Selected: press Ctrl+C')
    }
  })
  return button
}
