/** An account holder with such a status cannot get new links. Existing links stay. */
export const isClosed = (status: string): boolean =>
  status === 'Inactive' || status === 'Suspended' || status === 'Expired'
