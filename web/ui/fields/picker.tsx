import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keepAt, showAbove } from '../anchored.ts'
import { Icon } from '../icon.tsx'
import { useKitText } from '../words/kit-text.ts'
import type { FieldIds } from './field-frame.tsx'
import type { Option } from './option.ts'

export interface PickerProps {
  readonly ids: FieldIds
  readonly label: string
  readonly value: Option | null
  readonly onChange: (value: Option | null) => void
  /** What can be chosen now, for the text that was typed. */
  readonly options: readonly Option[]
  /** What was typed since the list was opened; undefined if nothing. */
  readonly typed: string | undefined
  readonly onType: (typed: string | undefined) => void
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** What stands in place of an empty list. */
  readonly emptyText: string
  readonly placeholder: string
  readonly hasClear: boolean
  readonly disabled?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  readonly onBlur?: (() => void) | undefined
}

/** A text field with a list below it to choose from. The focus stays in the field; the arrow keys mark an entry. */
export function Picker(props: PickerProps) {
  const { ids, value, onChange, options, typed, onType, isOpen, onOpen, disabled = false } = props
  const input = useRef<HTMLInputElement>(null)
  const [marked, setMarked] = useState(-1)
  // The list may have become shorter since.
  const at = marked < options.length ? marked : -1
  const chosenAt = options.findIndex((option) => option.value === value?.value)
  const listId = `${ids.id}-list`
  const open = (mark: number) => {
    setMarked(mark)
    onOpen(true)
  }
  const close = () => {
    onOpen(false)
    onType(undefined)
  }
  const choose = (option: Option) => {
    onChange(option)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.shiftKey || event.altKey || event.metaKey)
      return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!isOpen) open(chosenAt >= 0 ? chosenAt : step > 0 ? 0 : options.length - 1)
      else if (options.length > 0)
        setMarked(at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length)
    } else if (event.key === 'Enter' && isOpen) {
      const option = options[at]
      // Without a marked entry, Enter is the form's.
      if (!option) return close()
      event.preventDefault()
      event.stopPropagation()
      choose(option)
    } else if (event.key === 'Escape' && (isOpen || value)) {
      // The dialog that the field stands in stays open.
      event.preventDefault()
      event.stopPropagation()
      if (!isOpen) onChange(null)
      close()
    }
  }
  return (
    <div className="input-group combobox">
      <input
        {...ids}
        ref={input}
        type="text"
        role="combobox"
        className="input"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={isOpen}
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && at >= 0 ? `${listId}-${at}` : undefined}
        placeholder={props.placeholder}
        disabled={disabled}
        // biome-ignore lint/a11y/noAutofocus: the caller knows where a form begins
        autoFocus={props.autoFocus}
        value={typed ?? value?.title ?? ''}
        onClick={() => isOpen || open(chosenAt)}
        onChange={({ target }) => {
          onType(target.value)
          open(target.value.trim() === '' ? -1 : 0)
          if (target.value === '' && value) onChange(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close()
          props.onBlur?.()
        }}
      />
      <Buttons
        {...props}
        input={input}
        onClear={() => {
          onType(undefined)
          onChange(null)
        }}
        onToggle={() => (isOpen ? close() : open(chosenAt))}
      />
      {isOpen && (
        <List {...props} {...{ listId, input, at, chosenAt }} onMark={setMarked} onChoose={choose} />
      )}
    </div>
  )
}

interface ButtonsProps extends PickerProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onClear: () => void
  readonly onToggle: () => void
}

/** For the pointer: the keys do the same from the field. */
function Buttons({ label, value, hasClear, isOpen, disabled, input, onClear, onToggle }: ButtonsProps) {
  const t = useKitText()
  const press = (act: () => void) => () => {
    input.current?.focus()
    act()
  }
  // A press takes the focus from the field otherwise, which closes the list.
  const shared = {
    ...{ className: 'combobox-button', tabIndex: -1, disabled },
    onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
  } as const
  return (
    <span className="combobox-buttons">
      {hasClear && value && (
        <button type="button" {...shared} aria-label={t('clear', { label })} onClick={press(onClear)}>
          <Icon name="close" />
        </button>
      )}
      <button
        type="button"
        {...shared}
        aria-label={t('lookup.show', { label })}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={press(onToggle)}
      >
        <Icon name="down" />
      </button>
    </span>
  )
}

interface ListProps extends PickerProps {
  readonly listId: string
  readonly input: RefObject<HTMLInputElement | null>
  readonly at: number
  readonly chosenAt: number
  readonly onMark: (at: number) => void
  readonly onChoose: (option: Option) => void
}

function List({ label, options, emptyText, listId, input, at, chosenAt, onMark, onChoose }: ListProps) {
  const popup = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [shown, field] = [popup.current, input.current]
    if (!shown || !field) return undefined
    showAbove(shown)
    return keepAt(shown, field, 'start')
  }, [input])
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press here must not take the focus from the field
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      ref={popup}
      popover="manual"
      className="menu combobox-popup"
      onMouseDown={(event) => event.preventDefault()}
      // What the field stands in, such as a row that opens, has nothing to do with a press here.
      onClick={(event) => event.stopPropagation()}
    >
      <div className="combobox-status" role="status">
        {options.length === 0 ? emptyText : null}
      </div>
      <div ref={list} id={listId} role="listbox" aria-label={label} hidden={options.length === 0}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosenAt}
            className="menu-item"
            data-highlighted={index === at || undefined}
            onPointerMove={() => index !== at && onMark(index)}
            onClick={() => onChoose(option)}
          >
            <span className="menu-words">
              {option.title}
              {option.subtitle && <small>{option.subtitle}</small>}
            </span>
            {index === chosenAt && (
              <span className="combobox-chosen">
                <Icon name="check" />
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
