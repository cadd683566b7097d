import { useMemo } from 'react'
import { makeStore } from '../../api/store.ts'

/** The languages of the portal. `xx` is English lengthened and accented, to find texts that do not fit. */
export type Language = 'en' | 'es'
type Shown = Language | 'xx'

/** The texts of a room in another language: the same keys, all of them. */
export type Words<English> = { readonly [Key in keyof English]: string }

export type Values = Readonly<Record<string, string | number>>

/** Gives the text of a key, with `{name}` replaced by the value of that name. */
export type Translate<Key extends string> = (key: Key, values?: Values) => string

const shown = makeStore<Shown>(firstLanguage())
mark(shown.get())

/** `?lang=xx` in the address shows the pseudo-locale until the page is loaded again. */
function firstLanguage(): Shown {
  if (typeof location === 'undefined') return 'en'
  if (new URLSearchParams(location.search).get('lang') === 'xx') return 'xx'
  return navigator.language.startsWith('es') ? 'es' : 'en'
}

/** Screen readers and hyphenation need the language of the page. */
function mark(language: Shown): void {
  if (typeof document !== 'undefined') document.documentElement.lang = language === 'xx' ? 'en' : language
}

/** The language for formats, which the pseudo-locale shares with English. */
export function useLanguage(): Language {
  const language = shown.use()
  return language === 'xx' ? 'en' : language
}

export function setLanguage(language: Language): void {
  if (shown.get() === 'xx') return
  shown.set(language)
  mark(language)
}

/** Makes the `useText` of a room from its texts. */
export function roomText<English extends Readonly<Record<string, string>>>(texts: {
  readonly en: English
  readonly es: Words<English>
}): () => Translate<keyof English & string> {
  // biome-ignore lint/correctness/noComponentHookFactories: each room makes its hook once, when it is loaded
  return function useText() {
    const language = shown.use()
    return useMemo(() => {
      const words: Words<English> = language === 'es' ? texts.es : texts.en
      const pseudo = language === 'xx'
      return (key, values) => fill(pseudo ? lengthened(words[key]) : words[key], values)
    }, [language])
  }
}

/** Puts values into their places. A place without a value stays, so that the gap is seen. */
export const fill = (text: string, values: Values = {}): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    return value === undefined ? place : String(value)
  })

const accents: Readonly<Record<string, string>> = {
  ...{ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', n: 'ñ', c: 'ç', y: 'ý', s: 'š' },
  ...{ A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú', N: 'Ñ', C: 'Ç', Y: 'Ý', S: 'Š' },
}

/** As long as other languages get: a third more, and with accents. Places stay as they are. */
export function lengthened(text: string): string {
  const accented = text.replace(/\{\w+\}|[a-zA-Z]/g, (part) => accents[part] ?? part)
  return `${accented} ${'~'.repeat(Math.ceil(text.length / 3))}`
}
