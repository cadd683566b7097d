import type { Words } from '../ui/words/text.ts'
import type { en } from './en.ts'

export const es: Words<typeof en> = {
  product: 'Bulwark',
  title: 'Iniciar sesión',
  again: 'Iniciar sesión de nuevo',
  'again.why': 'Su sesión terminó. No se pierde nada de la página: inicie sesión y continúe.',
  'lock.why':
    'La página no se usó durante un tiempo y está bloqueada. Inicie sesión para continuar donde estaba.',
  userName: 'Nombre de usuario',
  password: 'Contraseña',
  code: 'Código de un solo uso',
  'code.hint': 'De su aplicación de autenticación, o un código de recuperación.',
  signIn: 'Iniciar sesión',
  signOut: 'Mejor cerrar sesión',
  forgot: '¿Olvidó su contraseña?',
  invited: '¿Recibió una invitación? Cree su primera contraseña',
  wrong: 'El nombre de usuario o la contraseña no es correcto. Revise ambos e inténtelo de nuevo.',
  'code.wrong': 'El código no es correcto. Escriba el código que su aplicación muestra ahora.',
  wait: 'Hubo demasiados intentos. Inténtelo de nuevo a las {time}.',
  'sandbox.hint':
    'Este es un entorno de pruebas. Los nombres de usuario y la contraseña están en el README y en el texto que muestra el inicio.',
  'reset.title': 'Restablecer su contraseña',
  'reset.why': 'Escriba su nombre de usuario. Si existe, se envía un correo con un código a su dirección.',
  'reset.send': 'Enviar el código',
  'reset.sent':
    'Si el nombre de usuario existe, un correo con un código está en camino. Escriba el código abajo.',
  'password.title': 'Crear su contraseña',
  'password.why': 'Escriba la invitación o el código del correo, y una contraseña nueva.',
  'password.invitation': 'Invitación o código',
  'password.new': 'Contraseña nueva',
  'password.new.hint': 'De 12 a 256 caracteres, y no fácil de adivinar.',
  'password.again': 'Contraseña nueva otra vez',
  'password.different': 'Las dos contraseñas no son iguales.',
  'password.set': 'Guardar contraseña',
  'password.done': 'Su contraseña está guardada. Inicie sesión con ella.',
  back: 'Volver al inicio de sesión',
  show: 'Mostrar contraseña',
}
