import type { Caller } from '../service/api.ts'
import type { WriteStory } from './every-write.ts'

const actor = 'sandbox-admin'
const path = '/availablePaymentMethods'

export const bankAccount = {
  routingNumber: '021000021',
  accountNumber: '000123456789',
  accountType: 'Checking',
  holderName: 'Lien Bank NA',
}

/** The writes of payment methods. */
export async function paymentWrites(admin: Caller): Promise<WriteStory[]> {
  const accountHolderId: number = (await admin.get('/dealers?number=D1001')).body[0].id
  const plain = { accountHolderId, paymentMethod: { type: 'Wire' } }
  const { id } = (await admin.post(path, plain)).body
  const ach = { type: 'ACH', ach: bankAccount }
  return [
    {
      operation: 'POST /availablePaymentMethods/paymentMethod',
      done: { path: `${path}/paymentMethod`, body: ach },
      refused: {
        path: `${path}/paymentMethod`,
        body: { ...ach, ach: { ...bankAccount, routingNumber: '123456789' } },
      },
      refusal: 'RoutingNumberInvalid',
      subject: 'paymentMethods/#',
      actor,
    },
    {
      operation: 'POST /availablePaymentMethods',
      done: { path, body: plain },
      refused: { path, body: { ...plain, accountHolderId: 987654 } },
      refusal: 'UnknownReference',
      subject: 'availablePaymentMethods/#',
      actor,
    },
    {
      operation: 'DELETE /availablePaymentMethods/{availablePaymentMethodId}',
      done: { path: `${path}/${id}` },
      refused: { path: `${path}/987654` },
      refusal: 'NotFound',
      subject: `availablePaymentMethods/${id}`,
      actor,
    },
  ]
}
