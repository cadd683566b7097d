/** Small pools: several test workers share one server. Statements may take long: a busy machine is not a fault of what is tested. */
export const limits = { connectionsPerTenant: 8, connectionsInAll: 40, statementMilliseconds: 30_000 }
