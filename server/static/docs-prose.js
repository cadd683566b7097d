import { el } from './docs-dom.js'

const INLINE = /(`[^`]+`)|(\*\*[^*]+\*\*)|(\[[^\]]+\]\([^)\s]+\))/g

/** The small part of Markdown that descriptions use: paragraphs, lists, fenced code, `code`, **strong**, links. */
export function prose(text) {
  const root = el('div', { class: 'prose' })
  let paragraph = []
  let list = null
  let fence = null
  const endParagraph = () => {
    if (paragraph.length > 0) root.append(el('p', {}, inline(paragraph.join(' '))))
    paragraph = []
  }
  const endList = () => {
    if (list)
      root.append(
        el(
          list.tag,
          {},
          list.items.map((item) => el('li', {}, inline(item))),
        ),
      )
    list = null
  }
  for (const line of String(text ?? '').split(/\r?\n/)) {
    if (fence) {
      if (/^\s*```/.test(line)) {
        root.append(el('pre', {}, fence.join('\n')))
        fence = null
      } else fence.push(line)
      continue
    }
    const item = /^\s*(?:([-*])|\d+[.)])\s+(.*)$/.exec(line)
    const heading = /^#{1,6}\s+(.*)$/.exec(line)
    if (item) {
      endParagraph()
      const tag = item[1] ? 'ul' : 'ol'
      if (list && list.tag !== tag) endList()
      list ??= { tag, items: [] }
      list.items.push(item[2])
    } else if (/^\s*```/.test(line)) {
      endParagraph()
      endList()
      fence = []
    } else if (heading) {
      endParagraph()
      endList()
      root.append(el('p', {}, el('strong', {}, inline(heading[1]))))
    } else if (line.trim() === '') {
      endParagraph()
      endList()
    } else if (list && /^\s/.test(line)) {
      list.items.push(`${list.items.pop()} ${line.trim()}`)
    } else {
      endList()
      paragraph.push(line.trim())
    }
  }
  if (fence) root.append(el('pre', {}, fence.join('\n')))
  endParagraph()
  endList()
  return root
}

/** One line of prose, as nodes. */
export function inline(text) {
  const nodes = []
  let from = 0
  for (const match of String(text).matchAll(INLINE)) {
    nodes.push(String(text).slice(from, match.index))
    from = match.index + match[0].length
    if (match[1]) nodes.push(el('code', {}, match[1].slice(1, -1)))
    else if (match[2]) nodes.push(el('strong', {}, match[2].slice(2, -2)))
    else nodes.push(link(match[3]))
  }
  nodes.push(String(text).slice(from))
  return nodes
}

function link(markdown) {
  const [, label, target] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(markdown) ?? []
  try {
    const url = new URL(target, location.href)
    if (url.protocol === 'https:' || url.protocol === 'http:') {
      return el('a', { href: target, rel: 'noreferrer' }, label)
    }
  } catch {
    // Not a URL, so it stays text.
  }
  return markdown
}
