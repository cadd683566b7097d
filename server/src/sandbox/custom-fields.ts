import type { CustomFieldDefinition, CustomFieldOwnerType } from '../domain/custom-fields/custom-fields.ts'

// The custom fields of the sandbox. Ids follow the order, so new ones go to the end.

type FieldShape = Pick<CustomFieldDefinition, 'code' | 'name' | 'dataType'> & Partial<CustomFieldDefinition>

const accountFields: readonly FieldShape[] = [
  { code: 'CRMID', name: 'CRM id', dataType: 'Text', maxLength: 20 },
  { code: 'TIER', name: 'Tier', dataType: 'List', options: ['GOLD', 'SILVER', 'BRONZE'] },
  { code: 'REVIEWEDON', name: 'Reviewed on', dataType: 'Date' },
  { code: 'CREDITLIMIT', name: 'Credit limit', dataType: 'Money' },
  { code: 'SCORE', name: 'Score', dataType: 'Number' },
  { code: 'VIP', name: 'VIP', dataType: 'Bool' },
  {
    code: 'REGION',
    name: 'Region',
    dataType: 'List',
    options: ['NORTH', 'SOUTH', 'EAST', 'WEST'],
    isRequired: true,
  },
]

const cashFields: readonly FieldShape[] = [
  { code: 'DEPOSITREF', name: 'Deposit reference', dataType: 'Text', maxLength: 40 },
  { code: 'LOCKBOX', name: 'Lockbox', dataType: 'List', options: ['A', 'B'] },
  { code: 'BATCHDATE', name: 'Batch date', dataType: 'Date' },
  { code: 'BANKFEE', name: 'Bank fee', dataType: 'Money' },
]

const definitionsFor = (
  appliesTo: CustomFieldOwnerType,
  shapes: readonly FieldShape[],
): CustomFieldDefinition[] =>
  shapes.map((shape, at) => ({
    appliesTo,
    productId: null,
    isRequired: false,
    requiredAt: null,
    maxLength: null,
    options: null,
    criteria: null,
    displayOrder: at + 1,
    ...shape,
  }))

/** Dealers have the fields 1 to 7, dealer groups 8 to 14, agents 15 to 21, cash transactions 22 to 25. */
export const customFields: readonly CustomFieldDefinition[] = [
  ...definitionsFor('Dealer', accountFields),
  ...definitionsFor('DealerGroup', accountFields),
  ...definitionsFor('Agent', accountFields),
  ...definitionsFor('CashTransaction', cashFields),
]
