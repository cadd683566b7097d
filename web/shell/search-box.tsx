import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useGo } from '../api/address.ts'
import { Icon } from '../ui/icon.tsx'
import { useShortcut } from '../ui/keys.ts'
import { type Hit, useHits } from './search-hits.ts'
import { statusWord, useText } from './text.ts'

/** Finds a record from anywhere: `/` or Ctrl-K, a text, Enter. */
export function SearchBox() {
  const t = useText()
  const go = useGo()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  const { hits, hasMore, state } = useHits(text)
  // Enter was pressed before the answer to this text came: the first hit is opened when it does.
  const [awaited, setAwaited] = useState<string>()
  const focus = () => {
    input.current?.focus()
    input.current?.select()
  }
  useShortcut(['/', 'Ctrl+k'], focus, { title: t('key.search') })
  const openHit = (hit: Hit | undefined) => {
    if (!hit) return
    setOpen(false)
    setText('')
    input.current?.blur()
    go(hit.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && hits.length > 0) {
      event.preventDefault()
      setOpen(true)
      setChosen((chosen + step + hits.length) % hits.length)
    } else if (event.key === 'Enter') {
      if (state === 'found') openHit(hits[chosen])
      else if (state === 'searching') setAwaited(text)
    } else if (event.key === 'Escape') {
      setOpen(false)
      if (!isOpen) input.current?.blur()
    }
  }
  useEffect(() => {
    if (state !== 'found' || awaited === undefined) return
    setAwaited(undefined)
    const [hit] = hits
    if (awaited !== text || !hit) return
    setOpen(false)
    setText('')
    input.current?.blur()
    go(hit.to)
  }, [state, awaited, text, hits, go])
  const isShown = isOpen && text.trim() !== ''
  const optionId = (at: number) => `${id}-${at}`
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which React would take for what ends the effect.
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <search className="search-box">
      <Icon name="search" />
      <input
        ref={input}
        role="combobox"
        type="text"
        aria-label={t('search')}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && hits.length > 0 ? optionId(chosen) : undefined}
        placeholder={t('search.hint')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div className="search-list" hidden={!isShown}>
        <div ref={list} id={`${id}-list`} className="search-hits" role="listbox" aria-label={t('search')}>
          {hits.map((hit, at) => (
            <Option
              key={hit.to}
              id={optionId(at)}
              hit={hit}
              isFirst={hits[at - 1]?.kind !== hit.kind}
              isChosen={at === chosen}
              onOpen={openHit}
            />
          ))}
        </div>
        <p className="search-note" role="status">
          {noteOf(state, hits.length, hasMore)}
        </p>
      </div>
    </search>
  )

  function noteOf(now: typeof state, count: number, more: boolean): string {
    if (now === 'short') return t('search.short')
    if (now === 'failed') return t('search.failed')
    if (now === 'searching') return '…'
    if (count === 0) return t('search.none', { text: text.trim() })
    return more ? t('search.more') : t('search.count', { count })
  }
}

interface OptionProps {
  readonly id: string
  readonly hit: Hit
  readonly isFirst: boolean
  readonly isChosen: boolean
  readonly onOpen: (hit: Hit) => void
}

function Option({ id, hit, isFirst, isChosen, onOpen }: OptionProps) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className="search-hit"
      // Before the field loses the focus, which would close the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(hit)}
    >
      {isFirst ? <span className="search-kind">{t(`kind.${hit.kind}`)}</span> : null}
      <span className="search-title">
        <strong>{hit.number ?? hit.title}</strong> {hit.number ? hit.title : null}
      </span>
      <span className="search-sub">
        {[statusWord(t, hit.status), hit.subtitle].filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}
