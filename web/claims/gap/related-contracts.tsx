import { useState } from 'react'
import type { Claim } from '../../../sdk/src/types.gen.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'
import { CancelDialog } from './cancel-dialog.tsx'

/** Other contracts on the vehicle. A total loss ends them, and their refunds belong into the settlement. */
export function RelatedContracts({ claim }: { readonly claim: Claim }) {
  const t = useText()
  const can = useCan()
  const rights = useRights()
  const [isOpen, setOpen] = useState(false)
  const { relatedContracts } = claim
  return (
    <section className="stack" aria-label={t('related.title')}>
      <h3>{t('related.title')}</h3>
      {relatedContracts.length === 0 ? (
        <p className="muted">{t('related.none')}</p>
      ) : (
        <>
          <p className="muted">{t('related.why')}</p>
          <ul>
            {relatedContracts.map(({ id, number }) => (
              <li key={id}>
                {rights.contract ? (
                  <Link to={`/contracts/${number ?? id}`}>{number ?? id}</Link>
                ) : (
                  (number ?? id)
                )}
              </li>
            ))}
          </ul>
          {can('POST /v2/contracts/{identifier}/cancelrequests') && (
            <div>
              <Button onClick={() => setOpen(true)}>{t('related.cancel')}</Button>
            </div>
          )}
        </>
      )}
      {isOpen && <CancelDialog claim={claim} onClose={() => setOpen(false)} />}
    </section>
  )
}
