import type { UserV2Created } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useText } from '../text.ts'
import { useUserForm } from './user-form.tsx'

interface Props {
  readonly onClose: () => void
  readonly onMade: (user: UserV2Created) => void
}

/** A new user, who sets the password with the invitation. */
export function InviteDialog({ onClose, onMade }: Props) {
  const t = useText()
  const form = useUserForm()
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('users.invite')}
      description={t('users.inviteWhy')}
      operation="POST /v2/Users"
      options={form.body ? { body: form.body } : undefined}
      mainTitle={() => t('users.sendInvitation')}
      doneText={t('users.isInvited')}
      onDone={({ data }) => onMade(data)}
      hidesEffects
      fields={form.fields}
    />
  )
}
