import type { Claim, Contract } from '../../../sdk/src/types.gen.ts'
import { Status, Tag } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { useRights } from '../rights.ts'
import { useText, wordOf } from '../text.ts'
import { claimTone } from '../tones.ts'
import type { ClaimRow } from './row.ts'

interface ClaimHeaderProps {
  readonly claim: Claim
  readonly contract: Contract | undefined
  readonly row: ClaimRow | undefined
}

/** Number, status, and what the claim is on. */
export function ClaimHeader({ claim, contract, row }: ClaimHeaderProps) {
  const t = useText()
  const rights = useRights()
  const { number, productName, planName, vehicle, contractId } = claim.contract
  const customer = row?.customerName ?? nameOf(contract)
  const car = vehicle && [vehicle.year, vehicle.make, vehicle.model].filter(Boolean).join(' ')
  return (
    <header className="claims-header">
      <div className="page-title">
        <h1>{claim.number}</h1>
        <Status
          value={claim.status}
          tone={claimTone(claim.status)}
          title={wordOf(t, 'status', claim.status)}
          testid="claim-status"
        />
        <Tag>{wordOf(t, 'claimType', claim.claimType)}</Tag>
      </div>
      <p className="claims-summary">
        {rights.contract ? (
          <Link to={`/contracts/${number ?? contractId}`}>{number ?? t('claim.noNumber')}</Link>
        ) : (
          <span>{number ?? t('claim.noNumber')}</span>
        )}
        {[`${productName}, ${planName}`, car, vehicle?.vin, customer].filter(Boolean).map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
    </header>
  )
}

function nameOf(contract: Contract | undefined): string | undefined {
  const customer = contract?.customer
  if (!customer) return undefined
  return customer.companyName ?? [customer.firstName, customer.lastName].filter(Boolean).join(' ')
}
