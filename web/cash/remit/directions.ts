/** What a batch does: it takes money in, pays it out, or settles both against each other. */
export const batchDirections = ['Receive', 'Pay', 'Net'] as const
export type BatchDirection = (typeof batchDirections)[number]

export const directionIn = (text: string | undefined): BatchDirection =>
  batchDirections.find((one) => one === text) ?? 'Receive'
