/** English: orders, questions, odds. */

export const actingEn = {
  // acting
  'act.march': 'March',
  'act.marchTo': 'March to {hex}',
  'act.face': 'Facing',
  'act.formation': 'Formation',
  'act.form': 'Form {formation}',
  'act.where': 'Where and how',
  'act.enter': 'Enter at {hex}',
  'act.enterHint': 'Choose where it comes onto the map.',
  'act.leadHint': 'Choose where the leader rides.',
  'act.commit': 'Do it',
  'act.cancel': 'Leave it',
  'act.points': '{cost} of {all} points',
  'act.moveButton': 'March, {cost} of {all} points',
  'act.by': 'To {hex} by {way}',
  'act.to': 'To {hex}',
  'act.zone': 'Passes the zone of {units}; they may fire.',
  'act.others': 'Other orders',
  'act.firers': 'Who fires',
  'act.attackers': 'Who attacks',

  'pin.asked': 'Asked of you, {side}',
  'pin.waits': '{side} decide; nothing is asked of you',
  'pin.next': 'Then: {segment}',
  'bar.release': 'Let go',
  'bar.end': 'End {segment}',
  'bar.couldAct': '{n} could still act',
  'bar.endAnyway': 'End it',
  'bar.next': 'Show the next',
  'bar.enter': '{n} may enter',
  'bar.list': 'List all',
  'bar.overlays': 'Overlays',
  'bar.reach': 'Reach',
  'bar.zones': 'Zones',
  'bar.sight': 'Sight',
  'bar.threat': 'Threat',
  'bar.heights': 'Heights',
  'bar.zoomIn': 'Nearer',
  'bar.zoomOut': 'Farther',
  'bar.whole': 'Whole map',

  // questions
  'ask.always': 'Always do this',
  'ask.more': 'There are more: choose a unit or a place on the map to see its own.',
  'ask.here': 'In {hex}: {units}',
  'ask.answer': 'Answer',

  // odds
  'odds.against': 'against {units}',
  'odds.working': 'Working it out',
  'odds.noOdds': 'No odds are given for this.',
  'odds.text': 'Chances: {words}.',
  'ask.weigh': 'Odds',

  // whom horse could strike
  'aim.title': 'It could strike',
  'aim.nobody': 'It can strike nobody from here.',
  'aim.points': '{n} points',
  'aim.straight': 'a straight run',
  'aim.crooked': 'no run',
} as const satisfies Record<string, string>;
