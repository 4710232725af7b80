/** English: written orders, chits, formations and their spirit. */

export const ordersEn = {
  'order.here': 'where it stands',
  'order.forced': 'by night too',

  'desk.title': 'Order desk',
  'desk.divisions': 'Divisions …',
  'desk.fewer': 'Fewer',
  'desk.what': 'What',
  'desk.where': 'Where',
  'desk.pressMap': 'Choose here, or press a hex on the map',
  'desk.onMap': 'On the map',
  'desk.pressHex': 'Press a hex on the map.',
  'desk.pressVia': 'Press the waypoints one after the other.',
  'desk.unfold': 'Back to the desk',
  'desk.chief': 'To whom he is assigned',
  'desk.via': 'Waypoints on the map',
  'desk.noVia': 'No waypoints',
  'desk.notBefore': 'Not before',
  'desk.then': 'Then …',
  'desk.await': 'then await orders',
  'desk.drop': 'Strike out',

  'act.together': 'Who goes along',

  'bar.range': 'Range',
  'bar.orders': 'Orders',
  'unit.unseen': 'and {n} more, out of sight',
  'unit.steps': 'strength {n}, {strength}',
  'unit.quarters': 'Headquarters',
  'unit.chief': 'Commander',
} as const satisfies Record<string, string>;
