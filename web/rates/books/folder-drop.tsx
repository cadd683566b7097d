import { type DragEvent, useCallback, useId, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useText } from '../setup-text.ts'
import { type FoundFile, filesOfDrop, filesOfInput } from './book-files.ts'

interface Props {
  readonly onFound: (found: readonly FoundFile[]) => void
}

/** A place to drop the folder of a book on, or to choose it. */
export function FolderDrop({ onFound }: Props) {
  const t = useText()
  const id = useId()
  const [isOver, setOver] = useState(false)
  // React does not know the attribute that lets a field take a folder.
  const takeFolders = useCallback((input: HTMLInputElement | null) => {
    input?.setAttribute('webkitdirectory', '')
  }, [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void filesOfDrop(event.dataTransfer.items).then(onFound)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the field inside is for everybody
    <div
      className="rates-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={32} />
      <label htmlFor={id}>{t('drop.label')}</label>
      <p className="muted">{t('drop.why')}</p>
      <input
        id={id}
        ref={takeFolders}
        type="file"
        multiple
        onChange={({ target }) => {
          if (target.files) onFound(filesOfInput(target.files))
          // The same folder can be chosen again once it was mended.
          target.value = ''
        }}
      />
    </div>
  )
}
