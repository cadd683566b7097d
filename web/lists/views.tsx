import { type FormEvent, useState } from 'react'
import type { ListPreferences } from '../../sdk/src/types.gen.ts'
import { useGo } from '../api/address.ts'
import { writeSearch } from '../api/path.ts'
import { usePreferences, useSavePreferences } from '../api/preferences.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialogs/dialog.tsx'
import { TextField } from '../ui/fields/field.tsx'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toast-store.ts'
import { type ListQuery, viewQuery } from './list-query.ts'
import { useText } from './text.ts'

/** What the user has set for a list, and how to change it. */
export function useListPreferences(list: string) {
  const preferences = usePreferences()
  const save = useSavePreferences()
  const current: ListPreferences = preferences.lists.find((one) => one.list === list) ?? {
    list,
    columns: null,
    views: [],
  }
  return {
    current,
    change: (changes: Partial<ListPreferences>) =>
      save({ lists: [...preferences.lists.filter((one) => one.list !== list), { ...current, ...changes }] }),
  }
}

interface ViewsProps {
  readonly list: string
  readonly path: string
  readonly query: ListQuery
}

/** The saved views of the list: opened, saved, deleted. */
export function Views({ list, path, query }: ViewsProps) {
  const t = useText()
  const go = useGo()
  const { current, change } = useListPreferences(list)
  const [isNaming, setNaming] = useState(false)
  return (
    <>
      <Menu
        label={t('views')}
        items={[
          ...current.views.map((view) => ({ title: view.name, onSelect: () => go(`${path}?${view.query}`) })),
          { title: t('views.save'), icon: 'add', onSelect: () => setNaming(true) },
          ...current.views.map((view) => ({
            title: t('views.delete', { name: view.name }),
            kind: 'danger' as const,
            onSelect: () => void change({ views: current.views.filter((other) => other !== view) }),
          })),
        ]}
      />
      <Dialog title={t('views.save')} open={isNaming} onClose={() => setNaming(false)} size="small">
        {isNaming ? (
          <NameForm
            onClose={() => setNaming(false)}
            onSave={async (name) => {
              const others = current.views.filter((view) => view.name.toLowerCase() !== name.toLowerCase())
              await change({ views: [...others, { name, query: writeSearch(viewQuery(query)).slice(1) }] })
              toast(t('views.saved', { name }))
              setNaming(false)
            }}
          />
        ) : null}
      </Dialog>
    </>
  )
}

interface NameProps {
  readonly onClose: () => void
  readonly onSave: (name: string) => Promise<void>
}

function NameForm({ onClose, onSave }: NameProps) {
  const t = useText()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) void onSave(name.trim())
  }
  return (
    <form onSubmit={submit}>
      <TextField
        label={t('views.name')}
        name="/name"
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
      />
      <DialogFooter>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button kind="main" type="submit">
          {t('save')}
        </Button>
      </DialogFooter>
    </form>
  )
}
