import { describePatches } from './fixture.test.helper.js';

const NESTED = '{"merged":[{"name":"a","merged":[{"name":"x","value":"1"}]},{"name":"b"}]}';

describePatches('applyStrategicMergePatch in order', {
  '$setElementOrder of objects': [
    [
      'order alone',
      '{"merged":[{"name":"1"},{"name":"2"},{"name":"3"}]}',
      '{"$setElementOrder/merged":[{"name":"3"},{"name":"1"},{"name":"2"}]}',
      '{"merged":[{"name":"3"},{"name":"1"},{"name":"2"}]}',
    ],
    [
      'add in front',
      '{"merged":[{"name":"1","other":"a"},{"name":"2"}]}',
      '{"$setElementOrder/merged":[{"name":"3"},{"name":"1"},{"name":"2"}],"merged":[{"name":"3","value":"3"}]}',
      '{"merged":[{"name":"3","value":"3"},{"name":"1","other":"a"},{"name":"2"}]}',
    ],
    [
      'others at the end',
      '{"merged":[{"name":"1"},{"name":"3"},{"name":"4"},{"name":"2"},{"name":"9"}]}',
      '{"$setElementOrder/merged":[{"name":"4"},{"name":"2"},{"name":"3"},{"name":"1"}]}',
      '{"merged":[{"name":"4"},{"name":"2"},{"name":"3"},{"name":"1"},{"name":"9"}]}',
    ],
    [
      'others in the middle',
      '{"merged":[{"name":"1"},{"name":"2"},{"name":"7"},{"name":"9"},{"name":"8"},{"name":"3"},{"name":"4"}]}',
      '{"$setElementOrder/merged":[{"name":"2"},{"name":"1"},{"name":"4"},{"name":"3"}]}',
      '{"merged":[{"name":"2"},{"name":"1"},{"name":"7"},{"name":"9"},{"name":"8"},{"name":"4"},{"name":"3"}]}',
    ],
    [
      'other items after new ones',
      '{"merged":[{"name":"9"},{"name":"1"}]}',
      '{"$setElementOrder/merged":[{"name":"2"},{"name":"1"}],"merged":[{"name":"2"}]}',
      '{"merged":[{"name":"2"},{"name":"9"},{"name":"1"}]}',
    ],
    [
      'the order contains absent items',
      '{"merged":[{"name":"1"},{"name":"3"}]}',
      '{"$setElementOrder/merged":[{"name":"3"},{"name":"2"},{"name":"1"}],"merged":[{"name":"3","value":"3"},{"name":"1","value":"1"}]}',
      '{"merged":[{"name":"3","value":"3"},{"name":"1","value":"1"}]}',
    ],
    [
      'with a deletion',
      '{"merged":[{"name":"a"},{"name":"b"},{"name":"c"}]}',
      '{"$setElementOrder/merged":[{"name":"c"},{"name":"b"}],"merged":[{"name":"b","value":"1"},{"name":"a","$patch":"delete"}]}',
      '{"merged":[{"name":"c"},{"name":"b","value":"1"}]}',
    ],
    [
      'with a deletion in front',
      '{"merged":[{"name":"a"},{"name":"b"}]}',
      '{"$setElementOrder/merged":[{"name":"b"}],"merged":[{"$patch":"delete","name":"a"}]}',
      '{"merged":[{"name":"b"}]}',
    ],
    [
      'with a replacement',
      '{"merged":[{"name":"a"}]}',
      '{"$setElementOrder/merged":[{"name":"c"},{"name":"b"}],"merged":[{"name":"b"},{"$patch":"replace"}]}',
      '{"merged":[{"name":"b"}]}',
    ],
    [
      'to an absent list',
      '{}',
      '{"$setElementOrder/merged":[{"name":"b"},{"name":"a"}],"merged":[{"name":"b","value":null},{"name":"a","$patch":"delete"}]}',
      '{"merged":[{"name":"b"}]}',
    ],
    ['of an absent list', '{"name":"a"}', '{"$setElementOrder/merged":[{"name":"b"}]}', '{"name":"a"}'],
    ['of an empty list', '{"merged":[]}', '{"$setElementOrder/merged":[{"name":"b"}]}', '{"merged":[]}'],
    [
      'an empty order',
      '{"merged":[{"name":"a"}]}',
      '{"$setElementOrder/merged":[],"merged":[{"name":"b"}]}',
      '{"merged":[{"name":"a"},{"name":"b"}]}',
    ],
    [
      'duplicates come side by side',
      '{"merged":[{"name":"1"},{"name":"2","value":"x"},{"name":"3"},{"name":"2","value":"y"},{"name":"4"}]}',
      '{"$setElementOrder/merged":[{"name":"2"},{"name":"1"},{"name":"4"},{"name":"3"},{"name":"2"}]}',
      '{"merged":[{"name":"2","value":"x"},{"name":"2","value":"y"},{"name":"1"},{"name":"4"},{"name":"3"}]}',
    ],
    [
      'by integer keys',
      '{"ports":[{"port":1},{"port":2}]}',
      '{"$setElementOrder/ports":[{"port":2},{"port":1}]}',
      '{"ports":[{"port":2},{"port":1}]}',
    ],
    [
      'two lists at once',
      '{"merged":[{"name":"a"},{"name":"b"}],"ports":[{"port":1},{"port":2}]}',
      '{"$setElementOrder/merged":[{"name":"b"}],"$setElementOrder/ports":[{"port":2},{"port":1}],"merged":[{"$patch":"delete","name":"a"}]}',
      '{"merged":[{"name":"b"}],"ports":[{"port":2},{"port":1}]}',
    ],
    [
      'at two levels',
      NESTED,
      '{"$setElementOrder/merged":[{"name":"b"},{"name":"a"}],"merged":[{"name":"a","$setElementOrder/merged":[{"name":"y"},{"name":"x"}],"merged":[{"name":"y"}]}]}',
      '{"merged":[{"name":"b"},{"name":"a","merged":[{"name":"y"},{"name":"x","value":"1"}]}]}',
    ],
  ],
  '$setElementOrder of scalars': [
    ['order alone', '{"set":["1","2","3"]}', '{"$setElementOrder/set":["3","1","2"]}', '{"set":["3","1","2"]}'],
    [
      'add in front',
      '{"set":["1","2"]}',
      '{"$setElementOrder/set":["3","1","2"],"set":["3"]}',
      '{"set":["3","1","2"]}',
    ],
    [
      'add and delete',
      '{"set":["1","2","3"]}',
      '{"$deleteFromPrimitiveList/set":["3"],"$setElementOrder/set":["4","2","1"],"set":["4"]}',
      '{"set":["4","2","1"]}',
    ],
    [
      'others in the middle',
      '{"set":["1","2","9","3","4"]}',
      '{"$setElementOrder/set":["2","1","4","3"]}',
      '{"set":["2","1","9","4","3"]}',
    ],
    [
      'the order contains absent items',
      '{"set":["1","3"]}',
      '{"$setElementOrder/set":["3","2","1"]}',
      '{"set":["3","1"]}',
    ],
    [
      'duplicates come side by side',
      '{"set":["1","2","3","2","4"]}',
      '{"$setElementOrder/set":["2","1","4","3","2"]}',
      '{"set":["2","2","1","4","3"]}',
    ],
    [
      'of a replaced list',
      '{"atomicSet":["a","b"]}',
      '{"$setElementOrder/atomicSet":["c","a"],"atomicSet":["a"]}',
      '{"atomicSet":["a"]}',
    ],
  ],
});
