import { Link } from '../ui/link.tsx'

/** A record that was changed. Contracts open; the others have no screen that is found by the id alone. */
export function Subject({ subject }: { readonly subject: string }) {
  const contract = /^contracts\/(\d+)(\/|$)/.exec(subject)?.[1]
  return contract ? (
    <Link to={`/contracts/${contract}`}>{subject}</Link>
  ) : (
    <span className="audit-value">{subject}</span>
  )
}
