import { runScript } from './script.test.helper.js';

const SCRIPTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a field that is no longer applied': {
    'removes its struct with the unowned fields in it': `
      plain x {"child":{"value":"a"}}
      apply one {"child":{"value":"a","count":1},"flag":true}
      before-first-apply: .child .child.value
      one: .flag .child.count .child.value
      apply one {"flag":true}
      = {"flag":true,"child":{"value":"a"}}`,
    'removes the defaults of its struct': `
      apply one {"child":{"value":"a"}}
      apply two {"child":{"child":{"value":"b"}}}
      apply one {}
      = {"child":{"child":{"value":"b"}}}
      apply two {}
      = {}`,
    'keeps an item in which another manager owns the key': `
      apply one {"items":[{"name":"i","value":"a"}]}
      apply two {"items":[{"name":"i","count":1}]}
      apply one {}
      = {"items":[{"name":"i","count":1}]}
      two: .items[name="i"] .items[name="i"].count .items[name="i"].name`,
    'removes an item in which others own only a field': `
      apply one {"items":[{"name":"i","value":"a"}]}
      patch two {"items":[{"name":"i","value":"a","count":1}]}
      one: .items[name="i"] .items[name="i"].name .items[name="i"].value
      two: .items[name="i"].count
      apply one {}
      = {"items":[]}
      no managers`,
    'removes a map entry in which others own only a field': `
      apply one {"things":{"k":{"value":"a"}}}
      patch two {"things":{"k":{"value":"a","count":1}}}
      apply one {}
      = {"things":{}}
      no managers`,
    'keeps the key of an item that another manager owns': `
      update two {"items":[{"name":"i","value":"b"}]}
      force one {"items":[{"name":"i","value":"a"}]}
      apply one {}
      = {"items":[{"name":"i"}]}
      two: .items .items[name="i"] .items[name="i"].name`,
    'is removed, and its siblings stay': `
      apply one {"items":[{"name":"i"},{"name":"j"},{"name":"k"}]}
      apply one {"items":[{"name":"i"},{"name":"k"}]}
      = {"items":[{"name":"i"},{"name":"k"}]}`,
    'is removed from a set whose rest an updater owns': `
      apply one {"set":["a","b"]}
      update two {"set":["a","b","c"]}
      one: .set[="a"] .set[="b"]
      two: .set[="c"]
      apply one {"set":["b"]}
      = {"set":["b","c"]}
      apply one {}
      = {"set":["c"]}`,
    'stays if an empty map is owned': `
      update two {"labels":{}}
      apply one {"labels":{"a":"1"}}
      apply one {}
      = {"labels":{}}
      two: .labels`,
    'is removed with its whole map': `
      apply one {"labels":{"a":"1","b":"2"}}
      apply one {"labels":{"b":"2"}}
      = {"labels":{"b":"2"}}
      apply one {}
      = {}
      no managers`,
    'is removed from the middle of a nested list': `
      apply one {"items":[{"name":"i","items":[{"name":"j","set":["a","b"]}]}]}
      apply one {"items":[{"name":"i","items":[{"name":"j","set":["b"]}]}]}
      = {"items":[{"name":"i","items":[{"name":"j","set":["b"]}]}]}`,
    'stays if another manager has taken it by force': `
      apply one {"value":"a"}
      force two {"value":"b"}
      apply one {}
      = {"value":"b"}
      two: .value`,
    'keeps unowned metadata': `
      plain x {"metadata":{"name":"n","uid":"u"}}
      apply one {"metadata":{"name":"n","labels":{"a":"1"}}}
      one: .metadata.labels.a
      apply one {"value":"a"}
      = {"metadata":{"name":"n","uid":"u"},"value":"a"}`,
  },
  'a conflict': {
    'names every path and manager': `
      apply one {"value":"a","labels":{"x":"a"}}
      apply two {"count":1,"flag":true}
      apply three {"value":"b","labels":{"x":"b"},"count":2,"flag":true}
      ! one .value .labels.x
      ! two .count
      one: .value .labels.x
      two: .count .flag`,
    'does not occur for the live value': `
      apply one {"value":"a","count":1}
      update two {"value":"b","count":1}
      apply one {"value":"b","count":1}
      one: .count .value
      two: .value`,
    'does not occur for unowned fields': `
      apply one {"value":"a"}
      apply one {}
      apply two {"value":"b"}
      = {"value":"b"}
      two: .value`,
    'ends when the other manager no longer applies the field': `
      apply one {"value":"a"}
      apply two {"value":"b"}
      ! one .value
      apply one {"count":1}
      apply two {"value":"b"}
      = {"value":"b","count":1}
      one: .count
      two: .value`,
    'prevents the whole apply': `
      apply one {"value":"a"}
      apply two {"value":"b","count":1}
      ! one .value
      = {"value":"a"}
      one: .value`,
    'covers the whole list when it is atomic': `
      apply one {"list":[{"value":"a"}]}
      apply two {"list":[{"value":"a"},{"value":"b"}]}
      ! one .list`,
    'covers only the fields of an item that differ': `
      apply one {"ports":[{"port":1,"note":"a","more":"x"}]}
      apply two {"ports":[{"port":1,"note":"b","more":"x"}]}
      ! one .ports[port=1,protocol="TCP"].note`,
    'does not occur between items whose defaulted key differs': `
      apply one {"ports":[{"port":1,"note":"a"}]}
      apply two {"ports":[{"port":1,"protocol":"UDP","note":"b"}]}
      = {"ports":[{"port":1,"note":"a"},{"port":1,"protocol":"UDP","note":"b"}]}`,
    'occurs if the default key is explicit': `
      apply one {"ports":[{"port":1,"note":"a"}]}
      apply two {"ports":[{"port":1,"protocol":"TCP","note":"b"}]}
      ! one .ports[port=1,protocol="TCP"].note`,
    'covers the type of untyped JSON': `
      apply one {"raw":{"x":{"y":1}}}
      apply two {"raw":{"x":"text"}}
      ! one .raw.x`,
    'covers null': `
      apply one {"value":"a"}
      apply two {"value":null}
      ! one .value`,
  },
  force: {
    'by force takes the field from all its owners': `
      apply one {"value":"a"}
      apply two {"value":"a"}
      update three {"value":"a","count":1}
      force four {"value":"b"}
      = {"value":"b","count":1}
      three: .count
      four: .value`,
    'by force takes only differing fields': `
      apply one {"value":"a","count":1}
      force two {"value":"b","count":1}
      one: .count
      two: .count .value`,
    'by force takes an atomic struct as a whole': `
      apply one {"pair":{"left":"a"}}
      force two {"pair":{"right":"b"}}
      = {"pair":{"right":"b"}}
      two: .pair`,
  },
  'the order of a list': {
    'follows the config, and keeps other items in place': `
      update x {"items":[{"name":"a"},{"name":"b"},{"name":"c"}]}
      apply one {"items":[{"name":"c"},{"name":"a"}]}
      = {"items":[{"name":"b"},{"name":"c"},{"name":"a"}]}`,
    'stays if the config has the same order': `
      update x {"items":[{"name":"a"},{"name":"b"},{"name":"c"}]}
      apply one {"items":[{"name":"a"},{"name":"c"}]}
      = {"items":[{"name":"a"},{"name":"b"},{"name":"c"}]}`,
    'appends new items': `
      update x {"set":["a","b"]}
      apply one {"set":["c"]}
      = {"set":["a","b","c"]}`,
    'inserts new items before their successor': `
      update x {"set":["a","b"]}
      apply one {"set":["a","c","b"]}
      = {"set":["a","c","b"]}`,
    'of an atomic list is as applied': `
      update x {"list":[{"value":"a"},{"value":"b"}]}
      force one {"list":[{"value":"b"},{"value":"a"}]}
      = {"list":[{"value":"b"},{"value":"a"}]}`,
    'is not a change by itself': `
      update x {"set":["a","b"]}
      apply one {"set":["b","a"]}
      = {"set":["b","a"]}
      x: .set .set[="a"] .set[="b"]
      one: .set[="a"] .set[="b"]`,
  },
  nothing: {
    'in a map is owned as an empty map': `
      apply one {"labels":{}}
      = {"labels":{}}
      one: .labels
      apply one {}
      = {}`,
    'in a list has no owner': `
      apply one {"set":[],"value":"a"}
      = {"set":[],"value":"a"}
      one: .value`,
    'in a map leaves the entries of others': `
      apply one {"labels":{"a":"1"}}
      apply two {"labels":{}}
      = {"labels":{"a":"1"}}
      one: .labels.a
      two: .labels`,
    'as null leaves the entries of others': `
      apply one {"labels":{"a":"1"},"items":[{"name":"i"}]}
      apply two {"labels":null,"items":null}
      = {"labels":{"a":"1"},"items":[{"name":"i"}]}`,
    'is applied to nothing': `
      apply one {}
      = {}
      no managers`,
    'in the type of untyped JSON is null': `
      apply one {"raw":{"x":null}}
      = {"raw":{"x":null}}
      one: .raw.x`,
  },
  'an update': {
    'owns containers that it creates, except those that objects always have': `
      update x {"metadata":{"labels":{"a":"1"}},"spec":{"size":1},"child":{"spec":{}}}
      x: .child .child.spec .metadata.labels .metadata.labels.a .spec.size`,
    'adds to the fields of its manager': `
      update x {"value":"a"}
      update x {"value":"a","count":1}
      x: .count .value`,
    'owns nothing when it changes nothing': `
      update x {"value":"a"}
      update y {"value":"a"}
      x: .value`,
    'takes changed fields from other updaters': `
      update x {"value":"a","count":1}
      patch y {"value":"b"}
      x: .count
      y: .value`,
    'owns a new item with all its fields, and only the changed field of another': `
      update x {"items":[{"name":"i","value":"a"}]}
      patch y {"items":[{"name":"i","value":"b"}]}
      x: .items .items[name="i"] .items[name="i"].name
      y: .items[name="i"].value`,
    'of an atomic list owns the list': `
      update x {"list":[{"value":"a"}]}
      patch y {"list":[]}
      y: .list`,
    'of an object without managers makes the writer the owner of its changes only': `
      plain x {"value":"a","count":1}
      update y {"value":"b","count":1}
      y: .value
      patch z {"labels":{"k":"v"}}
      y: .value
      z: .labels .labels.k
      apply one {"count":2}
      one: .count
      y: .value
      z: .labels .labels.k
      apply two {"value":"a"}
      ! y .value`,
    'of an object without managers creates no manager when it changes nothing': `
      plain x {"value":"a"}
      update y {"value":"a"}
      no managers`,
    'may contain duplicate items, which count as one': `
      update x {"set":["a","a","b"]}
      x: .set .set[="a"] .set[="b"]
      update y {"set":["a","b"]}
      y: .set[="a"]
      x: .set .set[="b"]
      apply one {"set":["a"]}
      = {"set":["a","b"]}`,
    'removes duplicate items': `
      update x {"set":["a","a"]}
      x: .set .set[="a"]
      update y {"set":["b"]}
      x: .set
      y: .set[="b"]`,
    'with duplicate items is corrected by applying one': `
      update x {"items":[{"name":"i","value":"a"},{"name":"i","value":"b"}]}
      x: .items .items[name="i"]
      force one {"items":[{"name":"i","value":"c"}]}
      = {"items":[{"name":"i","value":"c"}]}`,
    'may contain items without a key': `
      update x {"items":[{"value":"a"},{"name":"i"}]}
      apply one {"items":[{"name":"i","value":"b"}]}
      = {"items":[{"value":"a"},{"name":"i","value":"b"}]}`,
    'may change the type of a value': `
      update x {"raw":{"x":{"y":1}}}
      update y {"raw":{"x":"text"}}
      = {"raw":{"x":"text"}}
      x: .raw
      y: .raw.x`,
  },
  metadata: {
    'set by the server has no owner': `
      apply one {"apiVersion":"v1","kind":"Thing","metadata":{"name":"n","namespace":"s","labels":{"a":"1"}}}
      one: .metadata.labels.a
      update x {"apiVersion":"v1","kind":"Thing","metadata":{"name":"n","namespace":"s","uid":"u","generation":2,"resourceVersion":"1","labels":{"a":"1"}}}
      one: .metadata.labels.a`,
    'set by users has an owner': `
      apply one {"metadata":{"finalizers":["a"],"annotations":{"x":"1"}}}
      apply two {"metadata":{"finalizers":["b"],"annotations":{"x":"2"}}}
      ! one .metadata.annotations.x
      force two {"metadata":{"finalizers":["b"],"annotations":{"x":"2"}}}
      = {"metadata":{"finalizers":["a","b"],"annotations":{"x":"2"}}}
      one: .metadata.finalizers[="a"]
      two: .metadata.annotations.x .metadata.finalizers[="b"]`,
  },
};

for (const [group, scripts] of Object.entries(SCRIPTS)) {
  describe(`applying: ${group}`, () => {
    for (const [name, script] of Object.entries(scripts)) it(name, () => void runScript(script));
  });
}
