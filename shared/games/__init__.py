"""The games. Each is one object that fulfils `shared.engine.game.Game`."""
