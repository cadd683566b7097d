/** Small pools: several test workers share one server. */
export const limits = { connectionsPerTenant: 8, connectionsInAll: 40, statementMilliseconds: 5_000 }
