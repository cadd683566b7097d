/**
 * SQL that is always true, and names a table of the administrator. An INSERT whose rows come from parameters alone is worked out
 * on the coordinator of a cluster: its rows are copied to the worker first, and the transaction commits in two phases. With a
 * table beside them the worker does it all, and the number of rows is that of the rows which were inserted, not of those that
 * were given. Ids that are left out would then be counted by the worker, so the INSERT names all of them.
 */
export const besideTable = (table: string): string => `(select true from ${table} limit 0) is null`
