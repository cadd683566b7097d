import { Problem } from '../../http/problems.ts'
import type { DecidedCancel } from './decide-cancel.ts'

/** Refuses a cancellation whose proof is not there, where the administrator asks for it first. */
export function requireDocuments({
  missing,
  requiresDocuments,
}: Pick<DecidedCancel, 'missing' | 'requiresDocuments'>): void {
  const documents = missing.map((one) => one.replace('document:', ''))
  if (!requiresDocuments || documents.length === 0) return
  throw new Problem('MissingDocuments', `The contract has no ${documents.join(' and no ')}.`, {
    members: { documents },
  })
}
