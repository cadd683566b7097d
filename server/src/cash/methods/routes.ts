import type { Seals } from '../../account-holders/seals.ts'
import { type Route, route } from '../../http/route.ts'
import { methodList, methodSearch } from './method-list.ts'
import { AddedPaymentMethod, AvailablePaymentMethod, NewAvailableMethod, NewPaymentMethod } from './models.ts'
import { addPaymentMethod, lockMethod, offerMethod, withdrawMethod } from './save-methods.ts'

const tag = 'AvailablePaymentMethods'
const path = '/availablePaymentMethods'

/** How account holders pay and are paid. */
export const methodRoutes = (seals: Seals): readonly Route[] => [
  route.list({
    path,
    tag,
    summary: 'List the payment methods of account holders',
    description:
      'A limited caller sees those of its own accounts. Account numbers are never answered, only their last four characters.',
    permission: 'payment-methods:read',
    form: 'array',
    row: AvailablePaymentMethod,
    search: methodSearch,
    list: ({ caller }) => methodList(caller),
  }),
  route.write({
    method: 'POST',
    path,
    tag,
    summary: 'Give an account holder a payment method',
    description:
      'A new default ends the one before it for the same direction. Naming a method that the account holder has already changes its directions and whether it is the default.',
    permission: 'payment-methods:write',
    body: NewAvailableMethod,
    answer: AvailablePaymentMethod,
    status: 201,
    subject: 'availablePaymentMethods/{id}',
    problems: ['UnknownReference'],
    handler: ({ tx, body, ...acting }) => offerMethod(tx, seals, acting, body),
  }),
  route.write({
    method: 'POST',
    path: `${path}/paymentMethod`,
    tag,
    summary: 'Enter a payment method',
    description:
      'It belongs to nobody until POST /availablePaymentMethods gives it to an account holder. The account number is stored encrypted and never answered.',
    permission: 'payment-methods:write',
    body: NewPaymentMethod,
    answer: AddedPaymentMethod,
    status: 201,
    subject: 'paymentMethods/{paymentMethodId}',
    problems: ['RoutingNumberInvalid', 'AccountNumberInvalid'],
    handler: ({ tx, body, ...acting }) => addPaymentMethod(tx, seals, acting, body),
  }),
  route.write({
    method: 'DELETE',
    path: `${path}/{availablePaymentMethodId}`,
    tag,
    summary: 'Remove a payment method of an account holder',
    permission: 'payment-methods:write',
    model: AvailablePaymentMethod,
    subject: 'availablePaymentMethods/{availablePaymentMethodId}',
    problems: ['InUse'],
    current: ({ tx, caller, params }) => lockMethod(tx, caller, params.availablePaymentMethodId),
    handler: ({ tx, params, ...acting }) => withdrawMethod(tx, acting, params.availablePaymentMethodId),
  }),
]
