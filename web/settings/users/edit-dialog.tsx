import type { UserV2 } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useText } from '../text.ts'
import { useUserForm } from './user-form.tsx'
import { nameOf } from './users-screen.tsx'

interface Props {
  readonly user: UserV2
  readonly etag: string | undefined
  readonly onClose: () => void
}

/** Changes a user. The password stays. */
export function EditDialog({ user, etag, onClose }: Props) {
  const t = useText()
  const form = useUserForm(user)
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('users.editNamed', { name: nameOf(user) })}
      description={t('users.editWhy')}
      operation="PUT /v2/Users/{userId}"
      options={
        form.body
          ? { path: { userId: user.id }, body: form.body, ...(etag ? { ifMatch: etag } : {}) }
          : undefined
      }
      mainTitle={() => t('users.save')}
      doneText={t('users.saved')}
      hidesEffects
      fields={form.fields}
    />
  )
}
