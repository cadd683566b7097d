import { lazy, Suspense } from 'react'
import type { Contract } from '../../../sdk/src/types.gen.ts'
import { useGo, useQuery, useSetQuery } from '../../api/address.ts'
import { useCan } from '../../api/session.ts'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import { useText } from '../text.ts'
import { type ActionName, actionNames, isPast, operationOf, refusalOf } from './allowed.ts'

// The dialogs are not needed for the first paint.
const ContractActions = lazy(() => import('./contract-actions.tsx'))

interface ActionBarProps {
  readonly contract: Contract
  readonly etag: string | undefined
}

const isAction = (name: string | undefined): name is ActionName =>
  name !== undefined && (actionNames as readonly string[]).includes(name)

/** The actions of a contract. The open one is part of the address, as `?action=hold`. */
export function ActionBar({ contract, etag }: ActionBarProps) {
  const t = useText()
  const can = useCan()
  const go = useGo()
  const setQuery = useSetQuery()
  const { action } = useQuery()
  const shown = actionNames.filter((name) => can(operationOf[name]) && !isPast(name, contract))
  const start = (name: ActionName) => {
    if (name === 'cancel') go(`/cancellations/new?contract=${contract.number ?? contract.id}`)
    else setQuery({ action: name })
  }
  const main = shown.find((name) => mainActions.has(name) && refusalOf(name, contract) === undefined)
  const open = isAction(action) && shown.includes(action) && refusalOf(action, contract) === undefined
  return (
    <div className="contracts-actions">
      {shown.map((name) => {
        const refusal = refusalOf(name, contract)
        return (
          <Button
            key={name}
            kind={kindOf(name, main)}
            onClick={() => start(name)}
            disabledReason={refusal && t(refusal)}
          >
            {t(`action.${name}`)}
          </Button>
        )
      })}
      {open && (
        <Suspense>
          <ContractActions {...{ contract, etag, action }} onClose={() => setQuery({ action: undefined })} />
        </Suspense>
      )}
    </div>
  )
}

const mainActions: ReadonlySet<ActionName> = new Set(['submit', 'finalize'])

const kindOf = (name: ActionName, main: ActionName | undefined): ButtonKind =>
  name === main ? 'main' : 'plain'
