import type { ActionProps } from './action-props.ts'
import type { ActionName } from './allowed.ts'
import { CobuyerDialog } from './cobuyer-dialog.tsx'
import { FinalizeDialog } from './finalize-dialog.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { PrintDialog } from './print-dialog.tsx'
import { RerateDialog } from './rerate-dialog.tsx'
import { SubmitDialog, VoidDialog } from './status-dialogs.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

/** The dialog of the action that is open. */
export default function ContractActions({ action, ...props }: ActionProps & { readonly action: ActionName }) {
  switch (action) {
    case 'submit':
      return <SubmitDialog {...props} />
    case 'finalize':
      return <FinalizeDialog {...props} />
    case 'hold':
      return <HoldDialog {...props} />
    case 'rerate':
      return <RerateDialog {...props} />
    case 'transfer':
      return <TransferDialog {...props} />
    case 'cobuyer':
      return <CobuyerDialog {...props} />
    case 'void':
      return <VoidDialog {...props} />
    case 'print':
      return <PrintDialog {...props} />
    case 'cancel':
      // Cancelling has a desk of its own.
      return null
  }
}
